package dev.bullpen.project.completion;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * One {@code completion/complete}, checked for its form.
 *
 * @param refAsSent the member {@code ref} with all its members; to be read only
 * @param argument the name of the argument being completed
 * @param value what has been typed so far, possibly nothing
 * @param context arguments already resolved, in the client's order
 */
public record CompletionRequest(
    CompletionRef ref,
    ObjectNode refAsSent,
    String argument,
    String value,
    Map<String, String> context,
    CompletionLimit limit) {

  public CompletionRequest {
    context = Collections.unmodifiableMap(new LinkedHashMap<>(context));
  }
}
