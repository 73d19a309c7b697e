package dev.bullpen.testkit;

import java.time.Duration;

/**
 * A pass mark. On a machine that is shared, or kept busy on purpose, {@code
 * -Dbullpen.faults.slack=3} allows three times as much time.
 */
public final class Mark {
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
    return limit.multipliedBy(Integer.getInteger("bullpen.faults.slack", 1));
  }
}
