package dev.bullpen.pool.roster;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * When the helpers after the first one are started. A JVM that starts takes a processor for a third
 * of a second, several take all there are, and a client that asks one thing after the other as soon
 * as it is greeted needs one helper and the processors. So they are started when somebody waits,
 * when nothing has been done for a while, or at last all the same. Guarded by the roster's lock.
 */
final class WarmUp {
  /**
   * A client that does not ask for so long does not ask one thing after the other, and a job that
   * takes so long needs little of a processor.
   */
  static final Duration QUIET = Duration.ofMillis(50);

  /** From the first helper's hello; also who asks without a pause is to have spare ones. */
  static final Duration AT_LAST = Duration.ofSeconds(10);

  private final LongSupplier nanoTime;
  private Optional<Long> cameUpAt = Optional.empty();
  private Optional<Long> workedAt = Optional.empty();
  private boolean due;

  /**
   * @param nanoTime as {@link System#nanoTime}
   */
  WarmUp(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** A helper has come up. */
  void cameUp() {
    if (!hasBegun()) {
      cameUpAt = Optional.of(nanoTime.getAsLong());
    }
  }

  /** Whether there is a first one. */
  boolean hasBegun() {
    return cameUpAt.isPresent();
  }

  /** A job has begun or ended. */
  void worked() {
    if (!due) {
      workedAt = Optional.of(nanoTime.getAsLong());
    }
  }

  /** See whether the others are to be started; if they are, that stays so. */
  boolean becomeDue(boolean waiting) {
    due |= waiting || !isYoungerThan(QUIET, workedAt) || !isYoungerThan(AT_LAST, cameUpAt);
    return due;
  }

  /** All of them have been started. */
  void complete() {
    due = true;
  }

  /** Whether they wait for a quiet moment. */
  boolean isPutOff() {
    return hasBegun() && !due;
  }

  private boolean isYoungerThan(Duration age, Optional<Long> moment) {
    return moment.isPresent() && nanoTime.getAsLong() - moment.get() < age.toNanos();
  }
}
