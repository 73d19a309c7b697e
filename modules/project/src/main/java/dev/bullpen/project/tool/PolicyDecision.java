package dev.bullpen.project.tool;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.metadata.Members;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Whether a tool may be called. */
public sealed interface PolicyDecision {
  /** JSON-RPC 2.0, section 5.1: internal error. */
  int INTERNAL_ERROR = -32603;

  /** It may. */
  record Allowed() implements PolicyDecision {}

  /** It may not: a JSON-RPC error of these. */
  record Denied(int code, String message, Optional<JsonNode> data) implements PolicyDecision {}

  /**
   * The project's own policy knows: run this, and see {@link #ofExit}.
   *
   * @param command the program, by absolute path, and its arguments
   * @param environment all of it
   * @param metadata the tool's, if they are too long for a variable: told in a file
   */
  record Ask(List<String> command, Map<String, String> environment, Optional<String> metadata)
      implements PolicyDecision {
    public Ask {
      command = List.copyOf(command);
      environment = Map.copyOf(environment);
    }
  }

  /**
   * What a project's policy has said. Exit status 0 allows. Status 1 denies with the one JSON
   * object {@code {"code": integer, "message": string, "data"?}} on standard output. Everything
   * else, a signal or a shell's own failure for instance, is no verdict, and without a verdict
   * nothing is allowed.
   *
   * @param exitCode of the policy; negative if it did not exit
   * @param stdout all of its output
   */
  static PolicyDecision ofExit(int exitCode, byte[] stdout) {
    return switch (exitCode) {
      case 0 -> new Allowed();
      case 1 -> denied(stdout).orElseGet(PolicyDecision::none);
      default -> none();
    };
  }

  private static Optional<PolicyDecision> denied(byte[] stdout) {
    try {
      if (Json.parsePrinted(stdout) instanceof ObjectNode said
          && said.path("code").isInt()
          && Members.text(said, "message").isPresent()) {
        Optional<JsonNode> data = Members.value(said, "data");
        return Optional.of(
            new Denied(said.get("code").intValue(), said.get("message").stringValue(), data));
      }
    } catch (JsonException e) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  static PolicyDecision none() {
    return new Denied(
        INTERNAL_ERROR, "The project's policy could not be evaluated", Optional.empty());
  }
}
