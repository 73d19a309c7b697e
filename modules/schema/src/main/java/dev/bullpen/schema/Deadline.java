package dev.bullpen.schema;

import java.time.Duration;

/**
 * How long a check may take. The work reports each step, and the clock is read after so many of
 * them. A machine that stalls, or is halted for hours, makes no check late: between two readings
 * {@link #STALL} counts at most.
 *
 * <p>Patterns are matched deep inside the library, which passes nothing on to them: they find the
 * deadline of the check by its thread.
 */
class Deadline {
  /** Some times what 8 MB in 200 000 objects take; a client waits that long without worry. */
  static final Duration LIMIT = Duration.ofSeconds(1);

  /** A schema is checked once, and by a cold library; its size is bounded, its checks are known. */
  static final Duration SCHEMA_LIMIT = Duration.ofSeconds(10);

  /** A tenth of a millisecond of work. */
  static final int STEPS_PER_READING = 4096;

  /** A thousand times what lies between two readings; the rest was not the check's doing. */
  static final Duration STALL = Duration.ofMillis(100);

  private static final ThreadLocal<Deadline> CURRENT = new ThreadLocal<>();

  private final Duration limit;
  private long readAt;
  private long taken;
  private int steps = STEPS_PER_READING;

  /** Begins now. */
  Deadline(Duration limit) {
    this(limit, System.nanoTime());
  }

  Deadline(Duration limit, long now) {
    this.limit = limit;
    this.readAt = now;
  }

  long nanoTime() {
    return System.nanoTime();
  }

  /** The one that the work of this thread is held to. */
  static Deadline current() {
    return CURRENT.get();
  }

  /** Hold what this thread does to this deadline. */
  void hold() {
    CURRENT.set(this);
  }

  static void release() {
    CURRENT.remove();
  }

  void step() {
    if (--steps == 0) {
      steps = STEPS_PER_READING;
      long now = nanoTime();
      taken += Math.min(now - readAt, STALL.toNanos());
      readAt = now;
      if (taken > limit.toNanos()) {
        throw new GivenUp("the check took longer than " + limit.toSeconds() + " s");
      }
    }
  }

  /** A check went beyond a bound. The library lets only its own exceptions pass a pattern. */
  static final class GivenUp extends com.networknt.schema.SchemaException {
    GivenUp(String message) {
      super(message);
    }
  }
}
