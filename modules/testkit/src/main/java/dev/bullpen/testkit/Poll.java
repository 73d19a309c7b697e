package dev.bullpen.testkit;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what announces itself by no event, such as an entry of {@code /proc} going away. */
public final class Poll {
  /** Fine enough for a mark of some milliseconds. */
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** What is waited for longer is checked less often, and leaves the processor to it. */
  private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** So exact, as a part of the whole, is the moment that is seen. */
  private static final int EXACT = 50;

  private Poll() {}

  /**
   * Whether the condition came true before the deadline; it is checked once even if that has
   * passed.
   */
  public static boolean until(Deadline deadline, BooleanSupplier condition) {
    long begun = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (deadline.passed()) {
        return false;
      }
      long exact = (System.nanoTime() - begun) / EXACT;
      LockSupport.parkNanos(Math.max(LEAST_NANOS, Math.min(exact, MOST_NANOS)));
    }
    return true;
  }
}
