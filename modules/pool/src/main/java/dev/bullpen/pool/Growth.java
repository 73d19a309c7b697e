package dev.bullpen.pool;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * When another helper is to be started. Guarded by the pool's lock.
 *
 * <p>Kept warm are {@code workers}. One more comes when a job has waited for {@link #PRESSED_FOR},
 * or when for so long no helper became free, so that a spare is ready before it is needed; and at
 * once if a long job waits for the sake of the interactive lane and no other makes room for it; at
 * most {@code maxWorkers}. Until a first helper has come up, and while helpers fail to, or die
 * before they have done anything, only one is started at a time.
 */
final class Growth {
  /** Long enough that a burst of short jobs does not start a JVM that is idle before it is up. */
  static final Duration PRESSED_FOR = Duration.ofMillis(100);

  /** While one is wanted and may not come, or does not help. */
  private static final Duration LOOKS_APART = Duration.ofMillis(50);

  private final int workers;
  private final int maxWorkers;
  private final RestartPolicy policy = new RestartPolicy();
  private final LongSupplier nanoTime;
  private boolean anyCameUp;
  private int reserved;
  private int started;
  private long nextStartAt;
  private long failedAt;
  private long looksAt;
  private Optional<Long> pressedSince = Optional.empty();

  /**
   * @param nanoTime as {@link System#nanoTime}
   */
  Growth(int workers, int maxWorkers, LongSupplier nanoTime) {
    this.workers = workers;
    this.maxWorkers = maxWorkers;
    this.nanoTime = nanoTime;
    nextStartAt = nanoTime.getAsLong();
    failedAt = nextStartAt;
    looksAt = nextStartAt;
  }

  int workers() {
    return workers;
  }

  int maxWorkers() {
    return maxWorkers;
  }

  /** Helpers reserved that are neither entered nor given up yet. */
  int reserved() {
    return reserved;
  }

  /** Helpers reserved since the beginning. */
  int started() {
    return started;
  }

  boolean isParked() {
    return policy.isParked();
  }

  boolean isFailing() {
    return policy.isFailing();
  }

  /** When the last helper failed, by {@link System#nanoTime}; of no meaning if none has. */
  long failedAt() {
    return failedAt;
  }

  /** Why the last helper did not come up, or not stay. */
  String reason() {
    return policy.reason();
  }

  void cameUp() {
    anyCameUp = true;
  }

  /** A helper has shown that helpers are of use. */
  void proven() {
    policy.succeeded();
  }

  void failed(String why, boolean shortage) {
    policy.failed(why, shortage);
    failedAt = nanoTime.getAsLong();
    nextStartAt = failedAt + policy.delay().toNanos();
  }

  /** From now on no helper is idle. */
  void pressed() {
    pressedSince = Optional.of(nanoTime.getAsLong());
  }

  /** A helper is free. */
  void relieved() {
    pressedSince = Optional.empty();
  }

  boolean isPressed() {
    return pressedSince.isPresent();
  }

  /**
   * When to look whether one more is wanted; empty if that is so already.
   *
   * @param waited for so long a job does
   */
  Optional<Duration> lookAgainIn(Duration waited) {
    long now = nanoTime.getAsLong();
    Duration strained = max(waited, pressedFor());
    Duration left = max(PRESSED_FOR.minus(strained), LOOKS_APART);
    if (looksAt - now > 0 && looksAt - now <= left.toNanos()) {
      return Optional.empty();
    }
    looksAt = now + left.toNanos();
    return Optional.of(left);
  }

  /**
   * Whether one more is wanted, be it now or when the back-off has passed.
   *
   * @param starting helpers that have not come up yet
   * @param useful helpers that have, and take jobs
   * @param onTrial whether one of those is idle, has come up since the last failure and has not
   *     shown yet that it stays
   * @param stuck whether a long job waits that only one helper more can do
   * @param waited how long the first of those that wait has
   */
  boolean isWanted(int starting, int useful, boolean onTrial, boolean stuck, Duration waited) {
    int coming = starting + reserved;
    if (policy.isFailing() && onTrial && !stuck) {
      return false;
    }
    if (coming > 0 && (!anyCameUp || policy.isFailing())) {
      return false;
    }
    if (coming + useful < workers) {
      return true;
    }
    boolean strained = max(waited, pressedFor()).compareTo(PRESSED_FOR) >= 0;
    return coming == 0 && useful < maxWorkers && (stuck || strained);
  }

  private Duration pressedFor() {
    return pressedSince
        .map(since -> Duration.ofNanos(nanoTime.getAsLong() - since))
        .orElse(Duration.ZERO);
  }

  private static Duration max(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** How long the back-off still lasts. */
  Duration backOff() {
    return Duration.ofNanos(Math.max(0, nextStartAt - nanoTime.getAsLong()));
  }

  /** One more is being started: its number. */
  int reserve() {
    reserved++;
    return ++started;
  }

  /** A reserved one has been entered, or given up. */
  void settle() {
    reserved--;
  }
}
