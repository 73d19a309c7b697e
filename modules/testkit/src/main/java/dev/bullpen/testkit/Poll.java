package dev.bullpen.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what announces itself by no event, such as an entry of {@code /proc} going away. */
public final class Poll {
  /** Fine enough for a mark of some milliseconds, coarse enough to leave the processor free. */
  private static final Duration INTERVAL = Duration.ofMillis(2);

  private Poll() {}

  /**
   * Whether the condition came true before the deadline; it is checked once even if that has
   * passed.
   */
  public static boolean until(Deadline deadline, BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      if (deadline.passed()) {
        return false;
      }
      LockSupport.parkNanos(INTERVAL.toNanos());
    }
    return true;
  }
}
