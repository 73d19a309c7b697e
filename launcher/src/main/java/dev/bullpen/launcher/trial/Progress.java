package dev.bullpen.launcher.trial;

import dev.bullpen.json.Json;
import dev.bullpen.posix.log.Shown;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * How far a request has come (specification, "Progress").
 *
 * @param share of the whole, from 0 to 1; empty if the whole is not known
 * @param count what has been done, as it was reported
 */
record Progress(Optional<Double> share, String count, String message) {
  private static final int CELLS = 24;

  static Progress of(JsonNode params) {
    double total = params.path("total").doubleValue(0);
    double done = params.path("progress").doubleValue(0);
    return new Progress(
        total > 0 ? Optional.of(Math.max(0, Math.min(1, done / total))) : Optional.empty(),
        Json.text(params.path("progress")),
        Shown.of(params.path("message").stringValue("")));
  }

  /** A message for the client's log (specification, "Logging"), as a line. */
  static Optional<String> message(String method, JsonNode params) {
    if (!method.equals("notifications/message")) {
      return Optional.empty();
    }
    JsonNode data = params.path("data");
    String text = data.isString() ? data.stringValue() : Json.text(data);
    return Optional.of(params.path("level").stringValue("info") + ": " + text);
  }

  /** In one line. */
  String text() {
    String part = share.map(done -> "%3.0f%%".formatted(100 * done)).orElse(count);
    return (part + " " + message).stripTrailing();
  }

  /** The same behind a bar, if the whole is known. */
  String bar() {
    return share
        .map(done -> (int) Math.floor(done * CELLS))
        .map(full -> "[" + "#".repeat(full) + ".".repeat(CELLS - full) + "] " + text())
        .orElseGet(this::text);
  }
}
