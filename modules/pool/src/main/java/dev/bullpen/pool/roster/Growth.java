package dev.bullpen.pool.roster;

import dev.bullpen.pool.setting.PoolSize;
import dev.bullpen.pool.thread.Ticker;
import dev.bullpen.wire.Safeguard;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How many helpers are wanted, and when the next may be started. Guarded by the roster's lock.
 * Works on counts of helpers only.
 *
 * <p><b>How many.</b> {@link PoolSize#atRest} helpers are kept warm. The first is started alone: a
 * JVM's start takes a processor for a third of a second, and a client that makes one call after the
 * other needs one helper and the processors. The others are started when a job waits, or when no
 * job has begun or ended for {@link #QUIET}. Up to {@code workers}, one more is started when a job
 * has waited for {@link #CROWDED_FOR}; all are kept until no job has come for {@link #AT_EASE}. Up
 * to {@code maxWorkers}, not counting those whose job waits for a client, one more is started when
 * a job has waited for {@link #PRESSED_FOR}, or when no helper has become free for that long: a
 * spare before it is needed.
 *
 * <p><b>When.</b> A failure is a helper that does not come up or dies unused. After one, the next
 * start is due after 0.15 s, doubling to 24 s, each randomly up to a fifth longer. That makes at
 * most ten starts in the first minute, and a repair is noticed within half a minute. If processes,
 * descriptors or memory were short, a start is tried at least every three seconds: other programs
 * may release them at any time, and a try costs little. While starts fail, only one helper is
 * started at a time.
 *
 * <p>After {@value #PARKED_AFTER} consecutive failures the pool is parked: jobs are refused with
 * the reason instead of waiting. A success ends the series: a finished job, or a helper that stays.
 * A hello is not a success, because a helper that is killed as soon as it is up sends a hello each
 * time. The series also ends when no helper was wanted for {@link #REMEMBERED}.
 */
final class Growth {
  /** Long enough that a burst of short jobs does not start a JVM that is idle before it is up. */
  static final Duration PRESSED_FOR = Duration.ofMillis(100);

  /** Longer than a helper takes to clean up after a job that left nothing. */
  static final Duration CROWDED_FOR = Duration.ofMillis(2);

  static final Duration AT_EASE = Duration.ofMinutes(10);

  static final Duration QUIET = Duration.ofMillis(50);

  /** The least time between two checks, because a wanted helper may be starting. */
  private static final Duration CHECKS_APART = Duration.ofMillis(50);

  static final int PARKED_AFTER = 3;

  private static final Duration FIRST_DELAY = Duration.ofMillis(150);
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(24);

  /** With the jitter and a helper's start, this is less than the promised five seconds. */
  private static final Duration LONGEST_DELAY_OF_SHORTAGE = Duration.ofSeconds(3);

  private static final double JITTER = 0.2;

  /**
   * After this long a failure is forgotten: a wanted helper would have failed again, even by
   * hanging.
   */
  private static final Duration REMEMBERED = Duration.ofMinutes(1);

  private static final Duration SHORTAGE_REMEMBERED = Duration.ofSeconds(10);

  /**
   * The pool at one moment.
   *
   * @param comingUp helpers that have been started but have not come up
   * @param useful helpers that have come up and take jobs
   * @param away the useful helpers whose job is paused and that may be replaced by others
   * @param cleaning whether one is cleaning up after its job
   * @param onTrial whether an idle helper has come up since the last failure, and has yet to prove
   *     that it stays
   * @param wornAmong if a useful helper is to be replaced: how many useful ones there were when
   *     that was decided
   * @param waited how long the first waiting job has waited; empty if none waits
   */
  record Census(
      int comingUp,
      int useful,
      int away,
      boolean cleaning,
      boolean onTrial,
      Optional<Integer> wornAmong,
      Optional<Duration> waited) {
    /** The useful helpers except those that are away. */
    int present() {
      return useful - away;
    }

    /** The useful helpers except the one to be replaced. */
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

  /** Whether the helpers after the first one are wanted. */
  private boolean warmUpDue;

  /** When jobs last ran since jobs had to wait for helpers; empty if none had to. */
  private Optional<Long> busyAt = Optional.empty();

  // Failures since the last success.
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

  /** How many are currently kept warm. */
  int kept() {
    return isBusy() ? size.workers() : size.atRest();
  }

  private boolean isBusy() {
    return isYoungerThan(AT_EASE, busyAt);
  }

  /** How many are needed before the helper being replaced is ended. */
  int enough(int wornAmong) {
    return Math.max(size.atRest(), Math.min(kept(), wornAmong));
  }

  /** Reserved helpers that have not been entered or given up. */
  int reserved() {
    return reserved;
  }

  /** All helpers reserved so far. */
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
   * @param byTheLast whether no helper is idle now
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

  /**
   * When to check whether one more is wanted; empty if none may be, or a check is already
   * scheduled.
   */
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
   * Decides whether one more is wanted, now or when a start is due. Once all warm helpers are
   * wanted, they stay wanted.
   */
  boolean assess(Census now) {
    return isReplacementDue(now) || assessDemand(now);
  }

  /** Whether a helper is to be replaced and no new one has been started for it. */
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
    // A helper that cleans up after one of its first jobs will soon be free.
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

  /** Decides whether to start the helpers after the first one. Once true, always true. */
  private boolean warmUp(boolean waiting) {
    warmUpDue |= waiting || !isYoungerThan(QUIET, workedAt);
    return warmUpDue;
  }

  /** How long a job has waited, or may have to wait. */
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

  /** Reserve one more helper, which is being started; returns its number. */
  int reserve(Census now) {
    if (now.comingUp() + now.staying() + reserved >= size.atRest()) {
      busyAt = Optional.of(ticker.nanoTime());
    }
    reserved++;
    return ++started;
  }

  /** A reserved helper has been entered, or given up. */
  void settle() {
    reserved--;
  }

  /**
   * A helper did not come up, or died unused.
   *
   * @param isShortage whether no process could be made for lack of a resource
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

  /** Why the last helper did not come up or did not stay. */
  String reason() {
    return reason;
  }

  /** The time of the last failure by the ticker; meaningless if there was none. */
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

  /** The time until the next start. Returned once for each failure, then empty. */
  Optional<Duration> takeUntilStart() {
    Optional<Long> start = Optional.of(nextStartAt);
    if (awaitedStart.equals(start)) {
      return Optional.empty();
    }
    awaitedStart = start;
    return Optional.of(untilStart());
  }
}
