package dev.bullpen.pool.roster;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * When another helper is to be started. Guarded by the roster's lock.
 *
 * <p>Kept warm are {@code workers}, the first of them started alone, the others as {@link WarmUp}
 * says. One more comes when a job has waited for {@link #PRESSED_FOR}, or when for so long no
 * helper became free, so that a spare is ready before it is needed; at most {@code maxWorkers}
 * beside those that are away because their job waits for somebody. While helpers fail to come up,
 * or die before they have done anything, only one is started at a time.
 */
final class Growth {
  /** Long enough that a burst of short jobs does not start a JVM that is idle before it is up. */
  static final Duration PRESSED_FOR = Duration.ofMillis(100);

  /** From one look to the next at least: a helper that is wanted may be on its way. */
  private static final Duration LOOKS_APART = Duration.ofMillis(50);

  private final int workers;
  private final int maxWorkers;
  private final RestartPolicy policy = new RestartPolicy();
  private final LongSupplier nanoTime;
  private final WarmUp warmUp;
  private int reserved;
  private int started;
  private long nextStartAt;
  private Optional<Long> awaitedStart = Optional.empty();
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
    warmUp = new WarmUp(nanoTime);
    nextStartAt = nanoTime.getAsLong();
    failedAt = nextStartAt;
    looksAt = nextStartAt;
  }

  int workers() {
    return workers;
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
    return policy.isParked() && !isPast();
  }

  boolean isFailing() {
    return policy.isFailing() && !isPast();
  }

  private boolean isPast() {
    return policy.isPast(Duration.ofNanos(nanoTime.getAsLong() - failedAt));
  }

  /** When the last helper failed, by {@link System#nanoTime}; of no meaning if none has. */
  long failedAt() {
    return failedAt;
  }

  /** Why the last helper did not come up, or not stay. */
  String reason() {
    return policy.reason();
  }

  /** A helper has come up. */
  void cameUp() {
    warmUp.cameUp();
    pressedSince = Optional.empty();
  }

  /** A helper has shown that helpers are of use. */
  void proven() {
    policy.succeeded();
  }

  void failed(String why, boolean shortage) {
    if (isPast()) {
      policy.succeeded();
    }
    policy.failed(why, shortage);
    failedAt = nanoTime.getAsLong();
    nextStartAt = failedAt + policy.delay().toNanos();
  }

  /**
   * A job has begun.
   *
   * @param byTheLast whether no helper is idle any more
   */
  void begun(boolean byTheLast) {
    warmUp.worked();
    if (byTheLast) {
      pressedSince = Optional.of(nanoTime.getAsLong());
    }
  }

  /** A job has ended. */
  void ended() {
    warmUp.worked();
    pressedSince = Optional.empty();
  }

  /** Whether the helpers after the first one wait for a quiet moment. */
  boolean isPutOff() {
    return warmUp.isPutOff();
  }

  /**
   * When to look whether one more is wanted; empty if that need not be, or somebody will.
   *
   * @param useful helpers that have come up, and take jobs
   * @param away how many of those are away
   * @param waited how long the first of those that wait has, if one does
   */
  Optional<Duration> lookAgainIn(int useful, int away, Optional<Duration> waited) {
    boolean mayBe = warmUp.isPutOff() || waited.isPresent() || pressedSince.isPresent();
    if (!warmUp.hasBegun() || useful - away >= maxWorkers || !mayBe) {
      return Optional.empty();
    }
    long now = nanoTime.getAsLong();
    Duration left =
        warmUp.isPutOff() ? WarmUp.QUIET : max(PRESSED_FOR.minus(strain(waited)), LOOKS_APART);
    if (looksAt - now > 0 && looksAt - now <= left.toNanos()) {
      return Optional.empty();
    }
    looksAt = now + left.toNanos();
    return Optional.of(left);
  }

  /**
   * See whether one more is wanted, be it now or when the back-off has passed. Once all that are
   * kept warm are wanted, they are from then on.
   *
   * @param starting helpers that have not come up yet
   * @param useful helpers that have, and take jobs
   * @param away how many of those are away
   * @param onTrial whether one of those is idle, has come up since the last failure and has not
   *     shown yet that it stays
   * @param waited how long the first of those that wait has, if one does
   */
  boolean assess(int starting, int useful, int away, boolean onTrial, Optional<Duration> waited) {
    int coming = starting + reserved;
    if (isFailing() && onTrial) {
      return false;
    }
    if (coming > 0 && (!warmUp.hasBegun() || isFailing())) {
      return false;
    }
    if (coming + useful < workers) {
      return coming + useful == 0 || warmUp.becomeDue(waited.isPresent());
    }
    warmUp.complete();
    boolean strained = strain(waited).compareTo(PRESSED_FOR) >= 0;
    return coming == 0 && useful - away < maxWorkers && strained;
  }

  /** How long somebody has waited, or might have to. */
  private Duration strain(Optional<Duration> waited) {
    Duration pressed =
        pressedSince.isPresent()
            ? Duration.ofNanos(nanoTime.getAsLong() - pressedSince.get())
            : Duration.ZERO;
    return max(waited.orElse(Duration.ZERO), pressed);
  }

  private static Duration max(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** How long the back-off still lasts. */
  Duration backOff() {
    return Duration.ofNanos(Math.max(0, nextStartAt - nanoTime.getAsLong()));
  }

  /**
   * When to look because the back-off is over; empty if somebody looks then. Whoever asks now and
   * then would else have one more look each time, and each of them the next.
   */
  Optional<Duration> lookAfterBackOff() {
    Optional<Long> start = Optional.of(nextStartAt);
    if (awaitedStart.equals(start)) {
      return Optional.empty();
    }
    awaitedStart = start;
    return Optional.of(backOff());
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
