package dev.bullpen.project.tool;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.metadata.Members;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a project's policy has said.
 *
 * <p>Exit status 0 allows. Status 1 denies with the one JSON object {@code {"code": integer,
 * "message": string, "data"?}} on standard output. Everything else, a signal or a shell's own
 * failure for instance, is no verdict, and without a verdict nothing is allowed.
 */
public final class PolicyVerdict {
  private static final int ALLOWED = 0;
  private static final int DENIED = 1;

  /** JSON-RPC 2.0, section 5.1: internal error. */
  private static final int INTERNAL_ERROR = -32603;

  private PolicyVerdict() {}

  /**
   * Read a verdict.
   *
   * @param exitCode of the policy; negative if it did not exit
   * @param stdout all of its output
   */
  public static PolicyDecision of(int exitCode, byte[] stdout) {
    if (exitCode == ALLOWED) {
      return new PolicyDecision.Allowed();
    }
    if (exitCode == DENIED) {
      return denied(stdout).orElseGet(PolicyVerdict::none);
    }
    return none();
  }

  private static Optional<PolicyDecision> denied(byte[] stdout) {
    try {
      if (Json.parsePrinted(stdout) instanceof ObjectNode said
          && said.path("code").isInt()
          && Members.text(said, "message").isPresent()) {
        Optional<JsonNode> data = Members.value(said, "data");
        return Optional.of(
            new PolicyDecision.Denied(
                said.get("code").intValue(), said.get("message").stringValue(), data));
      }
    } catch (JsonException e) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  private static PolicyDecision none() {
    return new PolicyDecision.Denied(
        INTERNAL_ERROR, "The project's policy could not be evaluated", Optional.empty());
  }
}
