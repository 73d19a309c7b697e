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
  /**
   * By hand, like {@link #hashCode}: each request asks for several, and a record's own are slow.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof CompletionField field
        && modern == field.modern
        && argument.equals(field.argument)
        && ref.equals(field.ref)
        && context.equals(field.context);
  }

  @Override
  public int hashCode() {
    return 31 * ref.text().hashCode() + argument.hashCode();
  }

  static CompletionField of(boolean modern, CompletionRequest request) {
    return new CompletionField(modern, request.ref(), request.argument(), request.context());
  }
}
