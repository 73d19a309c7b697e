package dev.bullpen.testkit.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * One line that went over the wire.
 *
 * @param from who wrote it
 * @param nanos when it arrived or was handed to the pipe; clock of {@link System#nanoTime()}
 * @param text the line without its newline
 * @param json the value it is, or empty when it is not one valid JSON value in valid UTF-8
 */
public record Line(Side from, long nanos, String text, Optional<JsonNode> json) {

  /** Who wrote a line. */
  public enum Side {
    /** The test. */
    CLIENT,
    /** The product. */
    SERVER
  }

  static Line of(Side from, long nanos, byte[] utf8) {
    return new Line(from, nanos, new String(utf8, UTF_8), parse(utf8));
  }

  private static Optional<JsonNode> parse(byte[] utf8) {
    try {
      return Optional.of(Json.parse(utf8));
    } catch (JsonException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return (from == Side.CLIENT ? "→ " : "← ") + text;
  }
}
