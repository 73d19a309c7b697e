package dev.bullpen.helper.provider;

import dev.bullpen.api.Level;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** What a tool tells while it works, in the lines that the shell SDK writes. */
final class Notices {
  /**
   * Of a text. A character takes at most 6 bytes of JSON, and the supervisor drops a line of more
   * than 256 KiB.
   */
  private static final int MAX_CHARS = 40_000;

  private static final String ELLIPSIS = "…";

  private final Told told;
  private final Ports ports;

  Notices(Told told, Ports ports) {
    this.told = told;
    this.ports = ports;
  }

  void progress(double done, Optional<Double> total, String message) {
    if (!Double.isFinite(done) || !Double.isFinite(total.orElse(0.0))) {
      throw new IllegalArgumentException(
          "progress of %s, total %s: give finite numbers"
              .formatted(done, total.map(String::valueOf).orElse("none")));
    }
    boolean wanted = told.has("MCP_PROGRESS_TOKEN_JSON") || told.has("MCP_PROGRESS_TOKEN");
    if (!wanted || !told.has("MCP_PROGRESS_STREAM")) {
      return;
    }
    JsonOut json = begin("notifications/progress");
    if (told.has("MCP_PROGRESS_TOKEN_JSON")) {
      json.raw("progressToken", told.text("MCP_PROGRESS_TOKEN_JSON"));
    } else {
      json.text("progressToken", told.text("MCP_PROGRESS_TOKEN"));
    }
    json.number("progress", done);
    if (total.isPresent()) {
      json.number("total", total.get().doubleValue());
    }
    json.text("message", cut(message));
    ports.event(json.end().end().bytes());
  }

  void log(Level level, String message) {
    if (told.has("MCP_LOG_STREAM")) {
      JsonOut json = begin("notifications/message");
      json.text("level", level.name().toLowerCase(Locale.ROOT));
      json.text("logger", told.text("MCP_TOOL_NAME")).text("data", cut(message));
      ports.event(json.end().end().bytes());
    }
  }

  private static JsonOut begin(String method) {
    return new JsonOut()
        .begin()
        .text("jsonrpc", "2.0")
        .text("method", method)
        .name("params")
        .begin();
  }

  private static String cut(String message) {
    String text = Objects.requireNonNullElse(message, "");
    if (text.length() <= MAX_CHARS) {
      return text;
    }
    boolean insidePair = Character.isHighSurrogate(text.charAt(MAX_CHARS - 1));
    return text.substring(0, insidePair ? MAX_CHARS - 1 : MAX_CHARS) + ELLIPSIS;
  }
}
