package dev.bullpen.project.completion;

import java.util.Optional;
import java.util.OptionalInt;

/** Suggestions out of declared values, best first; {@link MatchIndex#find} has the order. */
public final class DeclaredValues {
  private DeclaredValues() {}

  /** Answer a request from the values there are. */
  public static CompletionPage page(
      Resolution.Declared declared,
      MatchIndex values,
      CompletionRequest request,
      CompletionBinding binding,
      CompletionPosition position) {
    int limit = request.limit().cut();
    Matches matches = values.find(request.value(), declared.match(), position.offset(), limit);
    int to = Math.min(position.offset(), matches.total()) + matches.values().size();
    boolean more = to < matches.total();
    CompletionPosition next = new CompletionPosition(to, Optional.empty(), Optional.empty());
    return new CompletionPage(
        matches.values(),
        OptionalInt.of(matches.total()),
        more,
        more ? Optional.of(CompletionCursor.encode(binding, next)) : Optional.empty());
  }
}
