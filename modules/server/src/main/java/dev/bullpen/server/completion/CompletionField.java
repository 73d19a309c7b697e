package dev.bullpen.server.completion;

import dev.bullpen.project.completion.CompletionRef;
import dev.bullpen.project.completion.CompletionRequest;
import java.util.Map;

/**
 * Where somebody types: requests for one field follow each other, and only the newest value
 * matters. Other resolved arguments make it another field.
 *
 * @param modern whether a request of the stateless era asks, or the legacy session: neither takes
 *     anything from the other
 */
record CompletionField(
    boolean modern, CompletionRef ref, String argument, Map<String, String> context) {
  static CompletionField of(boolean modern, CompletionRequest request) {
    return new CompletionField(modern, request.ref(), request.argument(), request.context());
  }
}
