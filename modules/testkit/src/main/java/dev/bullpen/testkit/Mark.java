package dev.bullpen.testkit;

import java.time.Duration;

/**
 * A pass mark. On a machine that is shared, or kept busy on purpose, {@code
 * -Dbullpen.faults.slack=3} allows three times as much time, and more than a thread is held there
 * for once: that is as long for a mark of milliseconds as for one of seconds.
 */
public final class Mark {
  /** For so long a busy machine may let a thread or a process wait. */
  private static final Duration HELD = Duration.ofSeconds(5);

  private Mark() {}

  /** Fail unless {@code measured} is at most the limit, slack included. */
  public static void atMost(String what, Duration measured, Duration limit) {
    Duration allowed = slack(limit);
    if (measured.compareTo(allowed) > 0) {
      throw new AssertionError(
          "%s took %s, the mark is %s"
              .formatted(what, Percentiles.ms(measured), Percentiles.ms(allowed)));
    }
  }

  /** A limit with slack. */
  public static Duration slack(Duration limit) {
    return factor() > 1 ? fastest(limit).plus(HELD) : limit;
  }

  /** The same for the fastest of some rounds: a busy machine is slow in each, but holds not all. */
  public static Duration fastest(Duration limit) {
    return limit.multipliedBy(factor());
  }

  private static int factor() {
    return Math.max(1, Integer.getInteger("bullpen.faults.slack", 1));
  }
}
