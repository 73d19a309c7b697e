package dev.bullpen.project.watch;

import java.time.Duration;

/**
 * When a watched project is read again. Times are on the clock of {@link System#nanoTime}.
 *
 * <p>Changes that belong together, as when an editor saves or a branch is checked out, are one
 * burst; after it the files count as touched and a reading is wanted. That reading happens at once,
 * unless readings have been in vain for long: a log that grows among the resources changes all the
 * time and no list. Every reading that finds no list different must be made up for by a rest many
 * times as long.
 *
 * <p>What could not be read is tried again without a change, because no change in the folders shows
 * that it can be read now.
 */
final class WatchPace {
  /** Longer than an editor takes from truncating a file to having written it. */
  static final Duration QUIET = Duration.ofMillis(60);

  /** A burst ends after this time, so that a script which writes a log goes on being seen. */
  static final Duration LONGEST_BURST = Duration.ofMillis(400);

  /** Of the time that a reading in vain has taken: 5 % of a core, as for {@link FolderPoll}. */
  private static final int REST = 20;

  /** Readings in vain for so long wait for nothing. */
  static final Duration FREE = Duration.ofSeconds(3);

  private static final Duration SOONEST_RETRY = Duration.ofSeconds(1);
  private static final Duration LATEST_RETRY = Duration.ofMinutes(1);

  /** The wait for a retry is this part of the time that the shortage has lasted. */
  private static final int RETRY_PART = 8;

  private final int rest;
  private final long free;

  private boolean isBursting;
  private long burstSince;
  private long lastChange;

  private boolean isReadingWanted;
  private long missingRest; // at missingSince
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

  /** The burst is over: what changes from now on belongs to the next, and a reading is wanted. */
  void endBurst() {
    isBursting = false;
    isReadingWanted = true;
  }

  /** A reading is over, which took so many nanoseconds; whether it found a list different. */
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

  /** Nanoseconds until the burst is over if nothing changes; not positive once it is. */
  long burstLeft(long now) {
    return isBursting
        ? Math.min(
            QUIET.toNanos() - (now - lastChange), LONGEST_BURST.toNanos() - (now - burstSince))
        : Long.MAX_VALUE;
  }

  /** Nanoseconds until the reading that is wanted; not positive when it may begin. */
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
