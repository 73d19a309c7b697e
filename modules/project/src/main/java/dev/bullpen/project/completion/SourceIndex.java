package dev.bullpen.project.completion;

import java.util.Optional;

/** The values of one source that lies in files, read again when the files are others. */
final class SourceIndex {

  private final Object readingLock = new Object();

  private final SourceFiles files;
  private volatile SourceState state;

  SourceIndex(SourceFiles files) {
    this.files = files;
  }

  /**
   * What was read last, if that is known to be how it is without a long look. Never waits for
   * another thread.
   *
   * @param now on the clock of {@link System#nanoTime}
   */
  Optional<MatchIndex> current(long now) {
    SourceState held = state;
    if (held == null) {
      return Optional.empty();
    }
    if (files.looksEvery() > 0) {
      return now - held.looked() < files.looksEvery()
          ? Optional.of(held.index())
          : Optional.empty();
    }
    return isAsSeen(held) ? Optional.of(held.index()) : Optional.empty();
  }

  /** As it is now; one thread reads, others wait for it. */
  MatchIndex read(long now) throws CompletionSourceException {
    synchronized (readingLock) {
      Optional<MatchIndex> current = current(now);
      if (current.isPresent()) {
        return current.get();
      }
      SourceState held = state;
      if (held != null && isAsSeen(held)) {
        state = held.seenAt(now);
      } else {
        state = files.read(now);
      }
      return state.index();
    }
  }

  private boolean isAsSeen(SourceState held) {
    try {
      return held.settled() && held.stamp().equals(files.stamp());
    } catch (CompletionSourceException e) {
      return false; // which reading it will say
    }
  }

  /** Bytes held. */
  long bytes() {
    SourceState held = state;
    return held == null ? 0 : held.index().bytes();
  }
}
