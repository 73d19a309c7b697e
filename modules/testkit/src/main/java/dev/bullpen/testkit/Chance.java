package dev.bullpen.testkit;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Chance that can be repeated: the seed is printed, and {@code -Dbullpen.seed=N} brings it back.
 */
public final class Chance {
  private final Random random;

  private Chance(long seed) {
    this.random = new Random(seed);
  }

  /** Chance for one test. */
  public static Chance of(String test) {
    long seed = Long.getLong("bullpen.seed", System.nanoTime());
    System.out.println("[seed] " + test + ": -Dbullpen.seed=" + seed);
    return new Chance(seed);
  }

  /** From 0 to {@code bound} - 1. */
  public int below(int bound) {
    return random.nextInt(bound);
  }

  /** Anything between the two, in steps of a microsecond. */
  public Duration between(Duration low, Duration high) {
    long span = high.minus(low).toNanos() / 1000;
    return low.plusNanos(1000L * (long) (random.nextDouble() * span));
  }

  /** Random bytes. */
  public byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /**
   * Let that much time pass to hit a random instant. Not for waiting until something has happened.
   */
  public static void pass(Duration duration) {
    Deadline instant = Deadline.in(duration);
    while (!instant.passed()) {
      LockSupport.parkNanos(instant.remaining().toNanos());
    }
  }
}
