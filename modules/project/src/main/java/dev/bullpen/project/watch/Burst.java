package dev.bullpen.project.watch;

import java.time.Duration;

/**
 * Changes that belong together: an editor that saves, a branch that is checked out. It is over when
 * nothing has changed for a moment, and at the latest a while after its first change. Times are on
 * the clock of {@link System#nanoTime}.
 */
final class Burst {
  /** Longer than an editor takes from truncating a file to having written it. */
  static final Duration QUIET = Duration.ofMillis(60);

  /** Short enough to be seen to happen at once, while a script that writes a log goes on. */
  static final Duration LONGEST = Duration.ofMillis(400);

  private boolean begun;
  private long firstAt;
  private long lastAt;

  /** Something has changed. */
  void change(long now) {
    if (!begun) {
      begun = true;
      firstAt = now;
    }
    lastAt = now;
  }

  /** How long it lasts unless something changes; not positive once it is over. */
  long nanosLeft(long now) {
    if (!begun) {
      return Long.MAX_VALUE;
    }
    return Math.min(QUIET.toNanos() - (now - lastAt), LONGEST.toNanos() - (now - firstAt));
  }

  /** What changes from now on belongs to another one. */
  void end() {
    begun = false;
  }
}
