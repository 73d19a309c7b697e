package dev.bullpen.pool.roster;

import dev.bullpen.pool.setting.PoolSize;
import dev.bullpen.pool.thread.Ticker;
import dev.bullpen.wire.Safeguard;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How many helpers are wanted, and when the next may be started. Guarded by the roster's lock;
 * counts helpers, and knows none.
 *
 * <p><b>How many.</b> The helpers of {@link PoolSize#atRest} are kept warm. The first is started
 * alone: the start of a JVM takes a processor for a third of a second, and a client that makes one
 * call after the other needs one helper and the processors. The others are started when a job
 * waits, or when no job has begun or ended for {@link #QUIET}. Up to {@code workers}, one more is
 * started when a job has waited for {@link #CROWDED_FOR}; all are kept until no job has come for
 * {@link #AT_EASE}. Up to {@code maxWorkers}, not counting those whose job waits for a client, one
 * more is started when a job has waited for {@link #PRESSED_FOR}, or when no helper has become free
 * for that long: a spare before it is needed.
 *
 * <p><b>When.</b> After a failure, which is a helper that does not come up or dies unused, the next
 * start is due at once, then after 0.15 s, doubling to 24 s, each up to a fifth longer by chance.
 * That is at most ten starts in the first minute, and a repair is found within half a minute. Where
 * processes, descriptors or memory were short, a start is tried every three seconds at the latest:
 * other programs may give them back at any time, and a try costs little. While starts fail, only
 * one helper is started at a time.
 *
 * <p>After {@value #PARKED_AFTER} failures in a row the pool is parked: jobs are refused with the
 * reason instead of waiting. A success ends the row: a job done, or a helper that stays. A hello is
 * none, because a helper that is killed as soon as it is up says hello each time. A row also ends
 * when no helper was wanted for {@link #REMEMBERED}.
 */
final class Growth {
  /** Long enough that a burst of short jobs does not start a JVM that is idle before it is up. */
  static final Duration PRESSED_FOR = Duration.ofMillis(100);

  /** Longer than a helper cleans up after a job that has left nothing. */
  static final Duration CROWDED_FOR = Duration.ofMillis(2);

  static final Duration AT_EASE = Duration.ofMinutes(10);

  static final Duration QUIET = Duration.ofMillis(50);

  /** The least time between two checks: a helper that is wanted may be on its way. */
  private static final Duration CHECKS_APART = Duration.ofMillis(50);

  static final int PARKED_AFTER = 3;

  private static final Duration FIRST_DELAY = Duration.ofMillis(150);
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(24);

  /** With the jitter and a helper's start this is less than the five seconds that are promised. */
  private static final Duration LONGEST_DELAY_OF_SHORTAGE = Duration.ofSeconds(3);

  private static final double JITTER = 0.2;

  /** After so long a failure is past: a wanted helper would have failed again, hanging included. */
  private static final Duration REMEMBERED = Duration.ofMinutes(1);

  private static final Duration SHORTAGE_REMEMBERED = Duration.ofSeconds(10);

  /**
   * The pool at one moment.
   *
   * @param comingUp helpers that have been started and have not come up
   * @param useful helpers that have come up, and take jobs
   * @param away of the useful ones, those whose job is paused, as far as others may replace them
   * @param cleaning whether one is cleaning up after its job
   * @param onTrial whether an idle one has come up since the last failure and may not stay
   * @param wornAmong if a useful one is to be replaced: how many useful ones there were when that
   *     was decided
   * @param waited how long the first of the waiting jobs has waited; empty if none waits
   */
  record Census(
      int comingUp,
      int useful,
      int away,
      boolean cleaning,
      boolean onTrial,
      Optional<Integer> wornAmong,
      Optional<Duration> waited) {
    /** The useful ones without those that are away. */
    int present() {
      return useful - away;
    }

    /** The useful ones without the one that is to be replaced. */
    int staying() {
      return useful - (wornAmong.isPresent() ? 1 : 0);
    }
  }

  private final PoolSize size;
  private final Ticker ticker;

  private int reserved;
  private int started;
  private long nextCheckAt;
  private Optional<Long> pressedSince = Optional.empty();
  private boolean hasAnyComeUp;
  private Optional<Long> workedAt = Optional.empty();

  /** Whether the helpers after the first one have been wanted. */
  private boolean warmUpDue;

  /** The last job since jobs had to wait for helpers; empty if none had. */
  private Optional<Long> busyAt = Optional.empty();

  // The failures since the last success.
  private int failures;
  private boolean failedForShortage;
  private String reason = "";
  private long failedAt;
  private long nextStartAt;
  private Optional<Long> awaitedStart = Optional.empty();

  Growth(PoolSize size, Ticker ticker) {
    this.size = size;
    this.ticker = ticker;
    nextCheckAt = ticker.nanoTime();
    failedAt = nextCheckAt;
    nextStartAt = nextCheckAt;
  }

  /** How many are kept warm now. */
  int kept() {
    return isBusy() ? size.workers() : size.atRest();
  }

  private boolean isBusy() {
    return isYoungerThan(AT_EASE, busyAt);
  }

  /** How many there have to be before the one that is replaced goes. */
  int enough(int wornAmong) {
    return Math.max(size.atRest(), Math.min(kept(), wornAmong));
  }

  /** Helpers reserved that are neither entered nor given up yet. */
  int reserved() {
    return reserved;
  }

  /** Helpers reserved since the beginning. */
  int started() {
    return started;
  }

  void cameUp() {
    hasAnyComeUp = true;
    pressedSince = Optional.empty();
  }

  /**
   * A job has begun.
   *
   * @param byTheLast whether no helper is idle any more
   */
  void begun(boolean byTheLast) {
    worked();
    if (byTheLast) {
      pressedSince = Optional.of(ticker.nanoTime());
    }
  }

  /** A job has ended. */
  void ended() {
    worked();
    pressedSince = Optional.empty();
  }

  private void worked() {
    Optional<Long> now = Optional.of(ticker.nanoTime());
    if (!warmUpDue) {
      workedAt = now;
    }
    if (isBusy()) {
      busyAt = now;
    }
  }

  /** Whether the helpers after the first one wait for a quiet moment. */
  private boolean isPutOff() {
    return hasAnyComeUp && !warmUpDue;
  }

  private boolean isYoungerThan(Duration age, Optional<Long> moment) {
    return moment.isPresent() && ticker.nanoTime() - moment.get() < age.toNanos();
  }

  /** When to check whether one more is wanted; empty if none may be, or a check is arranged. */
  Optional<Duration> checkAgainIn(Census now) {
    boolean mayBe = isPutOff() || now.waited().isPresent() || pressedSince.isPresent();
    if (!hasAnyComeUp || now.present() >= size.maxWorkers() || !mayBe) {
      return Optional.empty();
    }
    long time = ticker.nanoTime();
    Duration left = isPutOff() ? QUIET : untilStrained(now);
    if (nextCheckAt - time > 0 && nextCheckAt - time <= left.toNanos()) {
      return Optional.empty();
    }
    nextCheckAt = time + left.toNanos();
    return Optional.of(left);
  }

  private Duration untilStrained(Census now) {
    boolean crowded =
        now.useful() < size.workers()
            && now.waited().filter(it -> it.compareTo(CROWDED_FOR) < 0).isPresent();
    return crowded
        ? CROWDED_FOR.minus(now.waited().get())
        : max(PRESSED_FOR.minus(strain(now.waited())), CHECKS_APART);
  }

  /**
   * Decides whether one more is wanted, be it now or when a start is due. Once all that are kept
   * warm are wanted, they are from then on.
   */
  boolean assess(Census now) {
    return isReplacementDue(now) || assessDemand(now);
  }

  /** Whether one is to be replaced and no other has been started for it. */
  private boolean isReplacementDue(Census now) {
    return now.wornAmong().isPresent()
        && !isFailing()
        && now.comingUp() + reserved == 0
        && now.staying() < enough(now.wornAmong().get());
  }

  private boolean assessDemand(Census now) {
    int coming = now.comingUp() + reserved;
    boolean failing = isFailing();
    if (failing && now.onTrial() || coming > 0 && (!hasAnyComeUp || failing)) {
      return false;
    }
    // A helper that cleans up after one of its first jobs is free in a moment.
    Optional<Duration> waited = isPutOff() && now.cleaning() ? Optional.empty() : now.waited();
    if (coming + now.staying() < size.atRest()) {
      return coming + now.staying() == 0 || warmUp(waited.isPresent());
    }
    warmUpDue = true;
    Duration enough = now.staying() < size.workers() ? CROWDED_FOR : PRESSED_FOR;
    boolean strained =
        waited.orElse(Duration.ZERO).compareTo(enough) >= 0
            || strain(waited).compareTo(PRESSED_FOR) >= 0;
    return coming == 0 && now.staying() - now.away() < size.maxWorkers() && strained;
  }

  /** Decides whether the helpers after the first one are to be started; once so, always so. */
  private boolean warmUp(boolean waiting) {
    warmUpDue |= waiting || !isYoungerThan(QUIET, workedAt);
    return warmUpDue;
  }

  /** How long a job has waited, or might have to. */
  private Duration strain(Optional<Duration> waited) {
    Duration pressed =
        pressedSince
            .map(since -> Duration.ofNanos(ticker.nanoTime() - since))
            .orElse(Duration.ZERO);
    return max(waited.orElse(Duration.ZERO), pressed);
  }

  private static Duration max(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** One more is being started: its number. */
  int reserve(Census now) {
    if (now.comingUp() + now.staying() + reserved >= size.atRest()) {
      busyAt = Optional.of(ticker.nanoTime());
    }
    reserved++;
    return ++started;
  }

  /** A reserved one has been entered, or given up. */
  void settle() {
    reserved--;
  }

  /**
   * A helper did not come up, or died unused.
   *
   * @param isShortage whether no process was made, for want of something
   */
  void failed(String why, boolean isShortage) {
    failures = isFailurePast() ? 1 : failures + 1;
    failedForShortage = isShortage;
    reason = why;
    failedAt = ticker.nanoTime();
    nextStartAt = failedAt + delay().toNanos();
  }

  void succeeded() {
    failures = 0;
    nextStartAt = ticker.nanoTime();
  }

  private boolean isFailurePast() {
    Duration age = Duration.ofNanos(ticker.nanoTime() - failedAt);
    return age.compareTo(failedForShortage ? SHORTAGE_REMEMBERED : REMEMBERED) > 0;
  }

  boolean isFailing() {
    return failures > 0 && Safeguard.BACK_OFF.on() && !isFailurePast();
  }

  boolean isParked() {
    return failures >= PARKED_AFTER && isFailing();
  }

  /** Why the last helper did not come up, or did not stay. */
  String reason() {
    return reason;
  }

  /** By the ticker; of no meaning if none has failed. */
  long failedAt() {
    return failedAt;
  }

  /** How long after the last failure the next start is due. */
  private Duration delay() {
    if (!Safeguard.BACK_OFF.on()) {
      return Duration.ZERO;
    }
    Duration longest = failedForShortage ? LONGEST_DELAY_OF_SHORTAGE : LONGEST_DELAY;
    double doubled = FIRST_DELAY.toMillis() * Math.pow(2, Math.min(failures - 1, Integer.SIZE));
    double jitter = 1 + ThreadLocalRandom.current().nextDouble(JITTER);
    return Duration.ofMillis((long) (Math.min(doubled, longest.toMillis()) * jitter));
  }

  boolean isStartDue() {
    return untilStart().isZero();
  }

  Duration untilStart() {
    return Duration.ofNanos(Math.max(0, nextStartAt - ticker.nanoTime()));
  }

  /** The time until the next start, once for each failure: empty from the second call on. */
  Optional<Duration> takeUntilStart() {
    Optional<Long> start = Optional.of(nextStartAt);
    if (awaitedStart.equals(start)) {
      return Optional.empty();
    }
    awaitedStart = start;
    return Optional.of(untilStart());
  }
}
