package dev.bullpen.server.tool;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the lines a script writes out of the bytes that come, cut anywhere: notifications, which
 * are JSON objects, and others. One longer than any honest one is dropped: a script's slip is not
 * the client's trouble. For one thread.
 */
final class EventLines {
  /** A log line with a page of text in it still fits. */
  private static final int MAX_LINE_BYTES = 256 * 1024;

  private final Consumer<ObjectNode> notification;
  private final Consumer<String> other;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
  private boolean tooLong;

  EventLines(Consumer<ObjectNode> notification, Consumer<String> other) {
    this.notification = notification;
    this.other = other;
  }

  void take(byte[] bytes) {
    int begin = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        append(bytes, begin, i);
        endLine();
        begin = i + 1;
      }
    }
    append(bytes, begin, bytes.length);
  }

  private void append(byte[] bytes, int begin, int end) {
    tooLong |= line.size() + end - begin > MAX_LINE_BYTES;
    if (!tooLong) {
      line.write(bytes, begin, end - begin);
    }
  }

  /** Also when the script has ended: what it wrote last may lack its newline. */
  void endLine() {
    if (line.size() > 0 && !tooLong) {
      pass(line.toByteArray());
    }
    line.reset();
    tooLong = false;
  }

  /** A line that means nothing is dropped. */
  private void pass(byte[] whole) {
    try {
      JsonNode value = Json.parsePrinted(whole);
      if (value instanceof ObjectNode object) {
        notification.accept(object);
      }
    } catch (JsonException e) {
      other.accept(new String(whole, StandardCharsets.UTF_8).strip());
    }
  }
}
