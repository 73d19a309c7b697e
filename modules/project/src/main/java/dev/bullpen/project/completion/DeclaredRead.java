package dev.bullpen.project.completion;

import java.util.Optional;

/** The values of a declared completion, to be had at once or by waiting for a disk. */
public final class DeclaredRead {
  /** Values; a look through so many takes less than a millisecond. */
  private static final int QUICK = 5_000;

  private final SourceIndexes indexes;
  private final CompletionSource source;
  private final Optional<MatchIndex> current;

  public DeclaredRead(SourceIndexes indexes, CompletionSource source) {
    this.indexes = indexes;
    this.source = source;
    this.current = indexes.current(source, System.nanoTime());
  }

  /** Whether they are at hand and so few that nobody is kept waiting by looking through them. */
  public boolean isQuick() {
    return current.isPresent() && current.get().size() <= QUICK;
  }

  /**
   * The values; reads files unless {@link #isQuick}.
   *
   * @throws CompletionSourceException if they cannot be read
   */
  public MatchIndex values() throws CompletionSourceException {
    return current.isPresent() ? current.get() : indexes.read(source, System.nanoTime());
  }
}
