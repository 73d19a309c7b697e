package dev.bullpen.project.watch;

import java.time.Duration;

/**
 * When a project is read again because files have changed: at once, unless that has been in vain
 * for long. A log that grows among the resources changes all the time and no list, and to read a
 * project of thousands of files each time would keep a processor busy. So every reading that finds
 * no list different has to be made up for by a rest many times as long, some of them later.
 *
 * <p>After quiet nothing is to be made up for, and a change is read at once. Times are on the clock
 * of {@link System#nanoTime}.
 */
final class ReadingPace {
  /** Of the time that a reading in vain has taken: 5 % of a core, as for {@link FolderPoll}. */
  private static final int REST = 20;

  /**
   * Readings in vain for so long wait for nothing: some of any project, hundreds of a small one.
   */
  static final Duration FREE = Duration.ofSeconds(3);

  private final int rest;
  private final long free;
  private boolean wanted;

  /** Nanoseconds of rest that were missing at {@link #since}. */
  private long missing;

  private long since;

  ReadingPace() {
    this(REST, FREE);
  }

  /** A slower one, for tests. */
  ReadingPace(int rest, Duration free) {
    this.rest = rest;
    this.free = free.multipliedBy(rest).toNanos();
  }

  /** Something has changed. */
  void want() {
    wanted = true;
  }

  /**
   * A reading is over, and with it what was wanted.
   *
   * @param found whether a list was another
   * @param took nanoseconds
   */
  void read(boolean found, long took, long now) {
    wanted = false;
    if (!found) {
      missing = missing(now) + took * rest;
      since = now;
    }
  }

  /** How long until the next; not positive when it may be at once. */
  long nanosLeft(long now) {
    return wanted ? missing(now) - free : Long.MAX_VALUE;
  }

  private long missing(long now) {
    return missing == 0 ? 0 : Math.max(0, missing - (now - since));
  }
}
