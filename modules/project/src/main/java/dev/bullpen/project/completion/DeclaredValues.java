package dev.bullpen.project.completion;

import dev.bullpen.project.completion.CompletionCursor.CompletionBinding;
import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.project.completion.CompletionOutput.CompletionPage;
import dev.bullpen.project.completion.CompletionSource.CompletionSourceException;
import java.util.Optional;
import java.util.OptionalInt;

/** The values of a declared completion, in memory or to be read from a disk. */
public final class DeclaredValues {
  /** Values; a search through so many takes less than a millisecond. */
  private static final int QUICK = 5_000;

  private final SourceIndexes indexes;
  private final Resolution.Declared declared;
  private final Optional<MatchIndex> current;

  public DeclaredValues(SourceIndexes indexes, Resolution.Declared declared) {
    this.indexes = indexes;
    this.declared = declared;
    this.current = indexes.current(declared.source(), System.nanoTime());
  }

  /** Whether they are in memory, and so few that the search keeps no other request waiting. */
  public boolean isQuick() {
    return current.isPresent() && current.get().size() <= QUICK;
  }

  /**
   * Suggestions out of them, best first; reads files unless {@link #isQuick}.
   *
   * @throws CompletionSourceException if they cannot be read
   */
  public CompletionPage page(
      CompletionRequest request, CompletionBinding binding, CompletionPosition position)
      throws CompletionSourceException {
    MatchIndex values =
        current.isPresent() ? current.get() : indexes.read(declared.source(), System.nanoTime());
    MatchIndex.Matches matches =
        values.find(request.value(), declared.match(), position.offset(), request.limit().cut());
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
