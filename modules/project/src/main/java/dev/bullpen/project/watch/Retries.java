package dev.bullpen.project.watch;

import java.time.Duration;

/**
 * When a project is read again of which something could not be read: nothing that changes in its
 * folders tells that it can be. The longer that lasts, the less often. Times are on the clock of
 * {@link System#nanoTime}.
 */
final class Retries {
  /** Whoever waits for the end of a shortage is served soon after it. */
  static final Duration SOONEST = Duration.ofSeconds(1);

  /** What does not pass may cost next to nothing. */
  static final Duration LATEST = Duration.ofMinutes(1);

  /** The wait is this part of the time it has lasted. */
  private static final int PART = 8;

  private boolean wanted;
  private long since;
  private long nextAt;

  /** A reading is over. */
  void read(boolean isLacking, long now) {
    if (isLacking && !wanted) {
      since = now;
    }
    wanted = isLacking;
    long wait = (now - since) / PART;
    nextAt = now + Math.min(LATEST.toNanos(), Math.max(SOONEST.toNanos(), wait));
  }

  /** How long until the next; not positive when it is due. */
  long nanosLeft(long now) {
    return wanted ? nextAt - now : Long.MAX_VALUE;
  }
}
