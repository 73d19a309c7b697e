package dev.bullpen.project.tool;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Whether a tool may be called. */
public sealed interface PolicyDecision {
  /** It may. */
  record Allowed() implements PolicyDecision {}

  /**
   * It may not: a JSON-RPC error of these.
   *
   * @param data for the client, if the policy gives any
   */
  record Denied(int code, String message, Optional<JsonNode> data) implements PolicyDecision {}

  /**
   * The project's own policy knows: run this, and see {@link PolicyVerdict}.
   *
   * @param command the program, by absolute path, and its arguments
   * @param environment all of it
   * @param metadata the tool's, if they are too long for a variable: told in a file
   */
  record Ask(List<String> command, Map<String, String> environment, Optional<String> metadata)
      implements PolicyDecision {
    /** Copies the collections. */
    public Ask {
      command = List.copyOf(command);
      environment = Map.copyOf(environment);
    }
  }
}
