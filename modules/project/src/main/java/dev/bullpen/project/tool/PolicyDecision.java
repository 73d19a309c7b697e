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
   */
  record Ask(List<String> command, Map<String, String> environment) implements PolicyDecision {
    /** Copies the collections. */
    public Ask {
      command = List.copyOf(command);
      environment = Map.copyOf(environment);
    }
  }
}
