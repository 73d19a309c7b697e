package dev.bullpen.launcher.ask;

import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.client.Server;
import tools.jackson.databind.JsonNode;

/**
 * Shows a running tool's progress and messages on standard error, and ignores other notifications.
 */
record Notes(Console console) implements Server.Listener {
  @Override
  public void notified(String method, JsonNode params) {
    if (method.equals("notifications/progress")) {
      console.note(Progress.of(params).text().strip());
    } else {
      Progress.message(method, params).ifPresent(console::note);
    }
  }
}
