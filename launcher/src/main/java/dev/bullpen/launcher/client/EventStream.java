package dev.bullpen.launcher.client;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/**
 * Server-sent events (HTML, "Server-sent events"), each a message; and where they can be taken up
 * again after a break. For one thread.
 */
final class EventStream {
  private static final int MILLIS_DIGITS = 5;

  private String lastId = "";
  private Duration pause = Duration.ofSeconds(1);

  /** The id of the last whole event; empty if it has none. */
  String lastId() {
    return lastId;
  }

  /** How long the server wants to be left alone before it is asked for the rest. */
  Duration pause() {
    return pause;
  }

  /**
   * Reads to the end. An event that breaks off does not count.
   *
   * @throws JsonException if an event is no message
   */
  void read(InputStream body, Exchange.Messages messages) throws IOException, JsonException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    StringBuilder data = new StringBuilder();
    String id = lastId;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      int colon = line.indexOf(':');
      String value = colon < 0 ? "" : line.substring(colon + 1).strip();
      switch (colon < 0 ? line : line.substring(0, colon)) {
        case "data" -> data.append(value).append('\n');
        case "id" -> id = value;
        case "retry" -> {
          if (value.length() <= MILLIS_DIGITS && value.matches("[0-9]+")) {
            pause = Duration.ofMillis(Long.parseLong(value));
          }
        }
        case "" -> {
          if (colon < 0) {
            lastId = id;
            if (!data.toString().isBlank()
                && Json.parse(data.toString()) instanceof ObjectNode message) {
              messages.take(message);
            }
            data.setLength(0);
          }
        }
        default -> {} // another field
      }
    }
  }
}
