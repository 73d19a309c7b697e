package dev.bullpen.launcher.ask;

import dev.bullpen.json.Json;
import dev.bullpen.posix.log.Shown;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The progress of a request (specification, "Progress").
 *
 * @param share from 0 to 1; empty if the total is not known
 * @param count the reported progress
 */
public record Progress(Optional<Double> share, String count, String message) {
  private static final int CELLS = 24;

  public static Progress of(JsonNode params) {
    double total = params.path("total").doubleValue(0);
    double done = params.path("progress").doubleValue(0);
    return new Progress(
        total > 0 ? Optional.of(Math.max(0, Math.min(1, done / total))) : Optional.empty(),
        Json.text(params.path("progress")),
        Shown.of(params.path("message").stringValue("")));
  }

  /** The line for a log message (specification, "Logging"); empty for other notifications. */
  public static Optional<String> message(String method, JsonNode params) {
    if (!method.equals("notifications/message")) {
      return Optional.empty();
    }
    JsonNode data = params.path("data");
    String text = data.isString() ? data.stringValue() : Json.text(data);
    return Optional.of(params.path("level").stringValue("info") + ": " + text);
  }

  /** The progress as one line. */
  public String text() {
    String part = share.map(done -> "%3.0f%%".formatted(100 * done)).orElse(count);
    return (part + " " + message).stripTrailing();
  }

  /** The line behind a bar, if the total is known. */
  public String bar() {
    return share
        .map(done -> (int) Math.floor(done * CELLS))
        .map(full -> "[" + "#".repeat(full) + ".".repeat(CELLS - full) + "] " + text())
        .orElseGet(this::text);
  }
}
