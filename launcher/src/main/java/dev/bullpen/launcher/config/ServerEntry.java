package dev.bullpen.launcher.config;

import dev.bullpen.json.Json;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The data of a server for a client's configuration.
 *
 * @param name the name that the client shows
 * @param command the absolute path of the command that the client starts
 * @param project the project's folder
 * @param url the server's URL over HTTP; if empty, the client starts the server
 */
record ServerEntry(String name, String command, String project, Optional<String> url) {
  /** Stands for the token, which does not belong into files that are shared. */
  static final String TOKEN = "Bearer YOUR-TOKEN";

  ObjectNode environment() {
    return Json.object().put("MCPBASH_PROJECT_ROOT", project).put("MCPBASH_TOOL_ALLOWLIST", "*");
  }

  /** {@code command}, {@code args} and {@code env}, as most clients have them. */
  ObjectNode started() {
    ObjectNode entry = Json.object().put("command", command);
    entry.putArray("args");
    return entry.set("env", environment());
  }

  /** The address under a client's name for it, and the header with the token. */
  ObjectNode reached(String member, String address) {
    ObjectNode entry = Json.object().put(member, address);
    entry.putObject("headers").put("Authorization", TOKEN);
    return entry;
  }
}
