package dev.bullpen.project.watch;

import java.time.Duration;

/**
 * Decides when a watched project is read again. Times are on the clock of {@link System#nanoTime}.
 *
 * <p>Changes that belong together, such as those of an editor's save or a checkout, are one burst.
 * After it, the files count as touched and a reading is wanted. The reading happens at once, unless
 * readings have been in vain for long: a log that grows among the resources changes all the time,
 * but changes no list. Every reading that finds no difference must be followed by a pause many
 * times as long.
 *
 * <p>What could not be read is retried without a change, because no change in the folders shows
 * that it can be read now.
 */
final class WatchPace {
  /** Longer than an editor takes between truncating a file and writing it. */
  static final Duration QUIET = Duration.ofMillis(60);

  /** A burst ends after this time, so that changes are noticed even while a script writes a log. */
  static final Duration LONGEST_BURST = Duration.ofMillis(400);

  /** The pause as a multiple of a reading in vain: 5 % of a core, as for {@link FolderPoll}. */
  private static final int REST = 20;

  /** Readings in vain need no pause until they have taken this long in total. */
  static final Duration FREE = Duration.ofSeconds(3);

  private static final Duration SOONEST_RETRY = Duration.ofSeconds(1);
  private static final Duration LATEST_RETRY = Duration.ofMinutes(1);

  /** The wait for a retry is this fraction of the time that the shortage has lasted. */
  private static final int RETRY_PART = 8;

  private final int rest;
  private final long free;

  private boolean isBursting;
  private long burstSince;
  private long lastChange;

  private boolean isReadingWanted;
  private long missingRest; // the pause owed at missingSince
  private long missingSince;

  private boolean isRetryWanted;
  private long lackingSince;
  private long nextRetry;

  WatchPace() {
    this(REST, FREE);
  }

  WatchPace(int rest, Duration free) {
    this.rest = rest;
    this.free = free.multipliedBy(rest).toNanos();
  }

  void change(long now) {
    if (!isBursting) {
      isBursting = true;
      burstSince = now;
    }
    lastChange = now;
  }

  /** The burst is over: later changes belong to the next one, and a reading is wanted. */
  void endBurst() {
    isBursting = false;
    isReadingWanted = true;
  }

  /**
   * A reading has ended that took this many nanoseconds; {@code found} is whether it found a list
   * different.
   */
  void read(boolean found, boolean isLacking, long took, long now) {
    isReadingWanted = false;
    if (!found) {
      missingRest = missingRest(now) + took * rest;
      missingSince = now;
    }
    if (isLacking && !isRetryWanted) {
      lackingSince = now;
    }
    isRetryWanted = isLacking;
    long wait = (now - lackingSince) / RETRY_PART;
    nextRetry = now + Math.min(LATEST_RETRY.toNanos(), Math.max(SOONEST_RETRY.toNanos(), wait));
  }

  /** Nanoseconds until the burst is over if nothing changes; not positive once it is over. */
  long burstLeft(long now) {
    return isBursting
        ? Math.min(
            QUIET.toNanos() - (now - lastChange), LONGEST_BURST.toNanos() - (now - burstSince))
        : Long.MAX_VALUE;
  }

  /** Nanoseconds until the wanted reading; not positive if it may start. */
  long readingLeft(long now) {
    return isReadingWanted ? missingRest(now) - free : Long.MAX_VALUE;
  }

  long retryLeft(long now) {
    return isRetryWanted ? nextRetry - now : Long.MAX_VALUE;
  }

  long left(long now) {
    return Math.min(burstLeft(now), Math.min(retryLeft(now), readingLeft(now)));
  }

  private long missingRest(long now) {
    return missingRest == 0 ? 0 : Math.max(0, missingRest - (now - missingSince));
  }
}
