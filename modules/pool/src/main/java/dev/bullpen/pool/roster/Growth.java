package dev.bullpen.pool.roster;

import dev.bullpen.pool.setting.Crew;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How many helpers are wanted. Guarded by the roster's lock; knows numbers, and no helper.
 *
 * <p>Kept warm are those of the {@link Crew} at rest. The first of them is started alone: a JVM
 * that starts takes a processor for a third of a second, and a client that asks one thing after the
 * other needs one helper and the processors. The others come when a job waits, or when nothing has
 * been done for {@link #QUIET}.
 *
 * <p>Up to {@code workers}, one more comes when a job has waited for {@link #CROWDED_FOR}; all are
 * kept until no job has come for {@link #AT_EASE}. Up to {@code maxWorkers}, beside those that are
 * away because their job waits for a client, one more comes when a job has waited for {@link
 * #PRESSED_FOR}, or no helper has become free for so long: a spare before it is needed. While
 * helpers fail to come up, or die unused, only one is started at a time.
 */
final class Growth {
  /** Long enough that a burst of short jobs does not start a JVM that is idle before it is up. */
  static final Duration PRESSED_FOR = Duration.ofMillis(100);

  /** Longer than a helper cleans up after a job that has left nothing. */
  static final Duration CROWDED_FOR = Duration.ofMillis(2);

  /** A client that asks for nothing for so long has left its server alone. */
  static final Duration AT_EASE = Duration.ofMinutes(10);

  /** A client that is silent for so long does not ask one thing after the other. */
  static final Duration QUIET = Duration.ofMillis(50);

  /** From one check to the next at least: a helper that is wanted may be on its way. */
  private static final Duration CHECKS_APART = Duration.ofMillis(50);

  /**
   * The pool at one moment.
   *
   * @param comingUp helpers that have been started and have not come up
   * @param useful helpers that have come up, and take jobs
   * @param away of the useful ones, those whose job is paused, as far as others may replace them
   * @param cleaning whether one is cleaning up after its job
   * @param onTrial whether an idle one has come up since the last failure and may not stay
   * @param wornAmong if a useful one makes room for a fresh one: how many there were when its turn
   *     came
   * @param waited how long the first of the jobs that wait has, if one does
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

    /** The useful ones without the one that makes room. */
    int staying() {
      return useful - (wornAmong.isPresent() ? 1 : 0);
    }
  }

  private final Crew crew;
  private final RestartPolicy policy;
  private final LongSupplier nanoTime;
  private int reserved;
  private int started;
  private long checksAt;
  private Optional<Long> pressedSince = Optional.empty();
  private boolean hasAnyComeUp;
  private Optional<Long> workedAt = Optional.empty();

  /** Whether the helpers after the first one have been wanted. */
  private boolean warmUpDue;

  /** The last job since jobs had to wait for helpers; empty if none had. */
  private Optional<Long> busyAt = Optional.empty();

  /**
   * @param nanoTime as {@link System#nanoTime}
   */
  Growth(Crew crew, LongSupplier nanoTime) {
    this.crew = crew;
    this.nanoTime = nanoTime;
    policy = new RestartPolicy(nanoTime);
    checksAt = nanoTime.getAsLong();
  }

  RestartPolicy policy() {
    return policy;
  }

  /** How many are kept warm now. */
  int kept() {
    return isBusy() ? crew.workers() : crew.atRest();
  }

  private boolean isBusy() {
    return isYoungerThan(AT_EASE, busyAt);
  }

  /** How many there have to be before one that makes room goes. */
  int enough(int wornAmong) {
    return Math.max(crew.atRest(), Math.min(kept(), wornAmong));
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
      pressedSince = Optional.of(nanoTime.getAsLong());
    }
  }

  /** A job has ended. */
  void ended() {
    worked();
    pressedSince = Optional.empty();
  }

  private void worked() {
    Optional<Long> now = Optional.of(nanoTime.getAsLong());
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
    return moment.isPresent() && nanoTime.getAsLong() - moment.get() < age.toNanos();
  }

  /** When to check whether one more is wanted; empty if none may be, or a check is arranged. */
  Optional<Duration> checkAgainIn(Census now) {
    boolean mayBe = isPutOff() || now.waited().isPresent() || pressedSince.isPresent();
    if (!hasAnyComeUp || now.present() >= crew.maxWorkers() || !mayBe) {
      return Optional.empty();
    }
    long time = nanoTime.getAsLong();
    Duration left = isPutOff() ? QUIET : untilStrained(now);
    if (checksAt - time > 0 && checksAt - time <= left.toNanos()) {
      return Optional.empty();
    }
    checksAt = time + left.toNanos();
    return Optional.of(left);
  }

  private Duration untilStrained(Census now) {
    boolean crowded =
        now.useful() < crew.workers()
            && now.waited().filter(it -> it.compareTo(CROWDED_FOR) < 0).isPresent();
    return crowded
        ? CROWDED_FOR.minus(now.waited().get())
        : max(PRESSED_FOR.minus(strain(now.waited())), CHECKS_APART);
  }

  /**
   * Decides whether one more is wanted, be it now or when the back-off has passed. Once all that
   * are kept warm are wanted, they are from then on.
   */
  boolean assess(Census now) {
    return isReplacementDue(now) || assessDemand(now);
  }

  /** Whether one makes room and no other has been started for it. */
  private boolean isReplacementDue(Census now) {
    return now.wornAmong().isPresent()
        && !policy.isFailing()
        && now.comingUp() + reserved == 0
        && now.staying() < enough(now.wornAmong().get());
  }

  private boolean assessDemand(Census now) {
    int coming = now.comingUp() + reserved;
    boolean failing = policy.isFailing();
    if (failing && now.onTrial() || coming > 0 && (!hasAnyComeUp || failing)) {
      return false;
    }
    // A helper that cleans up after one of its first jobs is free in a moment.
    Optional<Duration> waited = isPutOff() && now.cleaning() ? Optional.empty() : now.waited();
    if (coming + now.staying() < crew.atRest()) {
      return coming + now.staying() == 0 || warmUp(waited.isPresent());
    }
    warmUpDue = true;
    Duration enough = now.staying() < crew.workers() ? CROWDED_FOR : PRESSED_FOR;
    boolean strained =
        waited.orElse(Duration.ZERO).compareTo(enough) >= 0
            || strain(waited).compareTo(PRESSED_FOR) >= 0;
    return coming == 0 && now.staying() - now.away() < crew.maxWorkers() && strained;
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
            .map(since -> Duration.ofNanos(nanoTime.getAsLong() - since))
            .orElse(Duration.ZERO);
    return max(waited.orElse(Duration.ZERO), pressed);
  }

  private static Duration max(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** One more is being started: its number. */
  int reserve(Census now) {
    if (now.comingUp() + now.staying() + reserved >= crew.atRest()) {
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
