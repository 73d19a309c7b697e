package dev.bullpen.pool.roster;

import dev.bullpen.pool.setting.Crew;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * When another helper is to be started. Guarded by the roster's lock.
 *
 * <p>Kept warm are those of the {@link Crew} at rest, the first of them started alone, the others
 * as {@link WarmUp} says. As long as there are fewer than {@code workers}, one more comes when a
 * job has waited for {@link #CROWDED_FOR}; all are kept until no job has come for {@link #AT_EASE}.
 * Beyond them one more comes when a job has waited for {@link #PRESSED_FOR}, or when for so long no
 * helper became free, so that a spare is ready before it is needed; at most {@code maxWorkers}
 * beside those that are away because their job waits for a client. While helpers fail to come up,
 * or die before they have done anything, only one is started at a time.
 */
final class Growth {
  /** Long enough that a burst of short jobs does not start a JVM that is idle before it is up. */
  static final Duration PRESSED_FOR = Duration.ofMillis(100);

  /** Longer than a helper tidies up after a job that has left nothing. */
  static final Duration CROWDED_FOR = Duration.ofMillis(2);

  /** A client that asks for nothing for so long has left its server alone. */
  static final Duration AT_EASE = Duration.ofMinutes(10);

  /** From one look to the next at least: a helper that is wanted may be on its way. */
  private static final Duration LOOKS_APART = Duration.ofMillis(50);

  private final Crew crew;
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

  /** The last job since jobs had to wait for helpers; empty if none had. */
  private Optional<Long> busyAt = Optional.empty();

  /**
   * @param nanoTime as {@link System#nanoTime}
   */
  Growth(Crew crew, LongSupplier nanoTime) {
    this.crew = crew;
    this.nanoTime = nanoTime;
    warmUp = new WarmUp(nanoTime);
    nextStartAt = nanoTime.getAsLong();
    failedAt = nextStartAt;
    looksAt = nextStartAt;
  }

  /** How many are always kept warm. */
  int atRest() {
    return crew.atRest();
  }

  /** How many are kept warm as it is. */
  int kept() {
    return isBusy() ? crew.workers() : crew.atRest();
  }

  private boolean isBusy() {
    return busyAt.isPresent() && nanoTime.getAsLong() - busyAt.get() < AT_EASE.toNanos();
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
    worked();
    if (byTheLast) {
      pressedSince = Optional.of(nanoTime.getAsLong());
    }
  }

  /** A job has ended. */
  void ended() {
    worked();
    pressedSince = Optional.empty();
  }

  private void worked() {
    warmUp.worked();
    if (isBusy()) {
      busyAt = Optional.of(nanoTime.getAsLong());
    }
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
    if (!warmUp.hasBegun() || useful - away >= crew.maxWorkers() || !mayBe) {
      return Optional.empty();
    }
    long now = nanoTime.getAsLong();
    Duration left = warmUp.isPutOff() ? WarmUp.QUIET : untilStrained(useful, waited);
    if (looksAt - now > 0 && looksAt - now <= left.toNanos()) {
      return Optional.empty();
    }
    looksAt = now + left.toNanos();
    return Optional.of(left);
  }

  private Duration untilStrained(int useful, Optional<Duration> waited) {
    boolean crowded =
        useful < crew.workers() && waited.filter(it -> it.compareTo(CROWDED_FOR) < 0).isPresent();
    return crowded
        ? CROWDED_FOR.minus(waited.get())
        : max(PRESSED_FOR.minus(strain(waited)), LOOKS_APART);
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
    if (coming + useful < crew.atRest()) {
      return coming + useful == 0 || warmUp.becomeDue(waited.isPresent());
    }
    warmUp.complete();
    Duration enough = useful < crew.workers() ? CROWDED_FOR : PRESSED_FOR;
    boolean strained =
        waited.orElse(Duration.ZERO).compareTo(enough) >= 0
            || strain(waited).compareTo(PRESSED_FOR) >= 0;
    return coming == 0 && useful - away < crew.maxWorkers() && strained;
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

  /**
   * One more is being started: its number.
   *
   * @param others helpers that have come up or are about to, and take jobs
   */
  int reserve(int others) {
    if (others + reserved >= crew.atRest()) {
      busyAt = Optional.of(nanoTime.getAsLong());
    }
    reserved++;
    return ++started;
  }

  /** A reserved one has been entered, or given up. */
  void settle() {
    reserved--;
  }
}
