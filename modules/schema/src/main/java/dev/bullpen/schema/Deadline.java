package dev.bullpen.schema;

import java.time.Duration;

/**
 * How long a check may take. The work reports each step, and the clock is read once in so many
 * steps. If the machine stalls, or is suspended for hours, no check is late because of that:
 * between two readings at most {@link #STALL} counts.
 *
 * <p>Patterns are matched deep inside the library, which cannot pass a deadline to them. They find
 * that of their check by the thread.
 */
class Deadline {
  /** Several times what 8 MB in 200 000 objects take. Clients wait that long without trouble. */
  static final Duration LIMIT = Duration.ofSeconds(1);

  /**
   * A schema is checked once, with a library that is still cold. Its size is bounded, and its
   * checks are known.
   */
  static final Duration SCHEMA_LIMIT = Duration.ofSeconds(10);

  /** A tenth of a millisecond of work. */
  static final int STEPS_PER_READING = 4096;

  /** A thousand times what usually lies between two readings. More is not due to the check. */
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

  /** The deadline of this thread's work. */
  static Deadline current() {
    return CURRENT.get();
  }

  /** Apply this deadline to this thread's work. */
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

  /**
   * A check exceeded a bound. Its type is the library's, because the library lets only its own
   * exceptions pass out of a pattern.
   */
  static final class GivenUp extends com.networknt.schema.SchemaException {
    GivenUp(String message) {
      super(message);
    }
  }
}
