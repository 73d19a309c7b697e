package dev.bullpen.pool;

import java.time.Duration;
import java.util.Optional;

/**
 * When another helper is to be started. Guarded by the pool's lock.
 *
 * <p>Kept warm are {@code workers}. One more comes whenever for {@link #PRESSED_FOR} no helper was
 * idle, so that a spare is ready before it is needed, and at once if a long job waits for the sake
 * of the interactive lane; at most {@code maxWorkers}. Until a first helper has come up, and while
 * helpers fail to, or die before they have done anything, only one is started at a time.
 */
final class Growth {
  /** Long enough that a burst of short jobs does not start a JVM that is idle before it is up. */
  static final Duration PRESSED_FOR = Duration.ofMillis(100);

  private final int workers;
  private final int maxWorkers;
  private final RestartPolicy policy = new RestartPolicy();
  private boolean anyCameUp;
  private int reserved;
  private int started;
  private long nextStartAt = System.nanoTime();
  private long failedAt = nextStartAt;
  private Optional<Long> pressedSince = Optional.empty();

  Growth(int workers, int maxWorkers) {
    this.workers = workers;
    this.maxWorkers = maxWorkers;
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
    failedAt = System.nanoTime();
    nextStartAt = failedAt + policy.delay().toNanos();
  }

  /** No helper is idle: when to look again, if somebody has to. */
  Optional<Duration> pressed() {
    if (pressedSince.isPresent()) {
      return Optional.empty();
    }
    pressedSince = Optional.of(System.nanoTime());
    return Optional.of(PRESSED_FOR);
  }

  /** A helper is idle. */
  void relieved() {
    pressedSince = Optional.empty();
  }

  /**
   * Whether one more is wanted, be it now or when the back-off has passed.
   *
   * @param starting helpers that have not come up yet
   * @param useful helpers that have, and take jobs
   * @param onTrial whether one of those is idle, has come up since the last failure and has not
   *     shown yet that it stays
   * @param longWaits whether a long job waits only for one helper more
   */
  boolean isWanted(int starting, int useful, boolean onTrial, boolean longWaits) {
    int coming = starting + reserved;
    if (policy.isFailing() && onTrial && !longWaits) {
      return false;
    }
    if (coming > 0 && (!anyCameUp || policy.isFailing())) {
      return false;
    }
    if (coming + useful < workers) {
      return true;
    }
    return coming == 0 && useful < maxWorkers && (longWaits || isPressedForLong());
  }

  private boolean isPressedForLong() {
    return pressedSince
        .filter(since -> System.nanoTime() - since >= PRESSED_FOR.toNanos())
        .isPresent();
  }

  /** How long the back-off still lasts. */
  Duration backOff() {
    return Duration.ofNanos(Math.max(0, nextStartAt - System.nanoTime()));
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
