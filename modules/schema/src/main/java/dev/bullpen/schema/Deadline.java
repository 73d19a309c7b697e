package dev.bullpen.schema;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long a check may take. Whoever does the work says so step by step, and every so often that is
 * a look at the clock: a short check never looks, so a machine that stalls cannot make it late.
 *
 * <p>Patterns are matched deep inside the library, which hands nothing on to them: they find the
 * deadline of the check by its thread.
 */
final class Deadline {
  /** Some times what 8 MB in 200 000 objects take; a client waits that long without worry. */
  static final Duration LIMIT = Duration.ofSeconds(1);

  /** A schema is checked once, and by a cold library; its size is bounded, its checks are known. */
  static final Duration SCHEMA_LIMIT = Duration.ofSeconds(10);

  /** A tenth of a millisecond of work. */
  static final int STEPS_PER_LOOK = 4096;

  private static final ThreadLocal<Deadline> CURRENT = new ThreadLocal<>();

  private final LongSupplier clock;
  private final Duration limit;
  private final long start;
  private int steps = STEPS_PER_LOOK;

  /**
   * A deadline that begins now.
   *
   * @param clock nanoseconds, as {@link System#nanoTime}
   */
  Deadline(LongSupplier clock, Duration limit) {
    this.clock = clock;
    this.limit = limit;
    this.start = clock.getAsLong();
  }

  /** The one that the work of this thread is held to. */
  static Deadline current() {
    return CURRENT.get();
  }

  /** Hold what this thread does to this deadline. */
  void hold() {
    CURRENT.set(this);
  }

  /** This thread's work is done. */
  static void release() {
    CURRENT.remove();
  }

  /** One step more was done. */
  void step() {
    if (--steps == 0) {
      steps = STEPS_PER_LOOK;
      if (clock.getAsLong() - start > limit.toNanos()) {
        throw new GivenUp("the check took longer than " + limit.toSeconds() + " s");
      }
    }
  }
}
