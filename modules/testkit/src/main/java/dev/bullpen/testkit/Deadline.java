package dev.bullpen.testkit;

import java.time.Duration;

/**
 * An instant until which something must have happened.
 *
 * @param nanos that instant on the clock of {@link System#nanoTime()}
 */
public record Deadline(long nanos) {

  /** That long from now. */
  public static Deadline in(Duration duration) {
    return new Deadline(System.nanoTime() + duration.toNanos());
  }

  /** What is left of it; zero once it has passed. */
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
  }

  /** Whether it has passed. */
  public boolean passed() {
    return remaining().isZero();
  }
}
