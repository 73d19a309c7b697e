package dev.bullpen.launcher.debug;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.Secrets;
import dev.bullpen.posix.log.Cause;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The messages of a session, one line each: time, direction, message. Values that are named like
 * secrets, or have the form of a token, are left out. For any thread.
 */
final class PayloadLog {
  /** From the client, or to it. */
  enum Direction {
    IN,
    OUT
  }

  private static final String REDACTED = "[redacted]";

  private final OutputStream file;
  private final Console console;
  private final AtomicBoolean hasFailed = new AtomicBoolean();

  PayloadLog(OutputStream file, Console console) {
    this.file = file;
    this.console = console;
  }

  /** After a failure, as on a full disk, nothing more is written: the session matters more. */
  void add(Direction direction, String line) {
    if (hasFailed.get()) {
      return;
    }
    String text =
        "%s %s %s\n"
            .formatted(Instant.now(), direction.name().toLowerCase(Locale.ROOT), redacted(line));
    try {
      // In one write, so that lines of two threads do not mix.
      file.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      if (!hasFailed.getAndSet(true)) {
        console.complain(
            "the session goes on, but its messages are no longer kept: " + Cause.of(e));
      }
    }
  }

  static String redacted(String line) {
    try {
      return Json.text(redacted(Json.parse(line)));
    } catch (JsonException e) {
      return "%d characters that are not JSON".formatted(line.length());
    }
  }

  private static JsonNode redacted(JsonNode value) {
    if (value instanceof ObjectNode object) {
      ObjectNode copy = Json.object();
      object
          .properties()
          .forEach(
              member ->
                  copy.set(
                      member.getKey(),
                      Secrets.isName(member.getKey())
                          ? copy.stringNode(REDACTED)
                          : redacted(member.getValue())));
      return copy;
    }
    if (value instanceof ArrayNode array) {
      ArrayNode copy = Json.array();
      array.forEach(element -> copy.add(redacted(element)));
      return copy;
    }
    return value.isString()
        ? Json.object()
            .stringNode(Secrets.VALUE.matcher(value.stringValue()).replaceAll("[redacted]"))
        : value;
  }
}
