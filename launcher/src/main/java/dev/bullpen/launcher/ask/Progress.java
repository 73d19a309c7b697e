package dev.bullpen.launcher.ask;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.client.Server;
import tools.jackson.databind.JsonNode;

/** Shows a running tool's progress and messages on standard error. */
record Progress(Console console) implements Server.Listener {
  @Override
  public void notified(String method, JsonNode params) {
    switch (method) {
      case "notifications/progress" -> console.note(progress(params));
      case "notifications/message" -> {
        JsonNode data = params.path("data");
        console.note(
            "%s: %s"
                .formatted(
                    params.path("level").stringValue("info"),
                    data.isString() ? data.stringValue() : Json.text(data)));
      }
      default -> {
        // Other notifications, such as a changed list, are of no use to one request.
      }
    }
  }

  private static String progress(JsonNode params) {
    double done = params.path("progress").doubleValue(0);
    double total = params.path("total").doubleValue(0);
    String part =
        total > 0 ? "%.0f%%".formatted(100 * done / total) : Json.text(params.path("progress"));
    return "%s %s".formatted(part, params.path("message").stringValue("")).strip();
  }
}
