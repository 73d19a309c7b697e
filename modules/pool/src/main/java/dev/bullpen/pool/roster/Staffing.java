package dev.bullpen.pool.roster;

import dev.bullpen.pool.helper.Death;
import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.HelperState;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.setting.PoolSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * How many helpers there should be: asks {@link Growth} about those there are and who waits for
 * them, tells it how they fare, and has one after the other make room as {@link Recycling} says.
 * Guarded by the roster's lock.
 */
final class Staffing {
  private final Object slots;
  private final Helpers helpers;
  private final Headcount count;
  private final Assignments assignments;
  private final Growth growth;
  private final Recycling recycling;
  private boolean opened;
  private boolean closed;

  /**
   * @param slots the roster's lock
   */
  Staffing(Object slots, Helpers helpers, Assignments assignments, PoolSettings settings) {
    this.slots = slots;
    this.helpers = helpers;
    this.count = helpers.count();
    this.assignments = assignments;
    this.growth = new Growth(settings.crew(), System::nanoTime);
    this.recycling = new Recycling(settings.jobsPerHelper());
  }

  /** There is a place for helpers now: none is wanted before. */
  void open() {
    assert Thread.holdsLock(slots);
    opened = true;
  }

  /** None is wanted any more. */
  void close() {
    assert Thread.holdsLock(slots);
    closed = true;
  }

  boolean isClosed() {
    assert Thread.holdsLock(slots);
    return closed;
  }

  // Who comes.

  /** See {@link Growth#assess}. */
  private boolean assess() {
    assert Thread.holdsLock(slots);
    return opened
        && !closed
        && (isReplacementDue()
            || growth.assess(
                count.comingUp(),
                useful(),
                count.away(),
                growth.isFailing() && count.isAnyOnTrial(growth.failedAt()),
                waited()));
  }

  /** Whether none is on its way yet for the one that makes room. */
  private boolean isReplacementDue() {
    return isLeaving()
        && !growth.isFailing()
        && count.comingUp() + growth.reserved() == 0
        && useful() < enough();
  }

  /** How many there have to be before the one whose turn it is goes. */
  private int enough() {
    return Math.max(growth.atRest(), Math.min(growth.kept(), recycling.present()));
  }

  private int useful() {
    return count.useful() - (isLeaving() ? 1 : 0) + count.unreplaced();
  }

  /**
   * While the others are put off, whoever waits for a helper that only has to tidy up, as after
   * each of its first jobs, waits for no other: it is free in a moment.
   */
  private Optional<Duration> waited() {
    return growth.isPutOff() && count.isAnyCleaning() ? Optional.empty() : assignments.waited();
  }

  /** Whether one of the useful ones makes room as soon as another has come up. */
  private boolean isLeaving() {
    return recycling.worn().map(Headcount::isUseful).orElse(false);
  }

  /** The number of a helper to start now, if one more is wanted and due. */
  Optional<Integer> reserve() {
    boolean due = assess() && growth.backOff().isZero();
    return due ? Optional.of(growth.reserve(count.comingUp() + useful())) : Optional.empty();
  }

  /** One that was reserved is among the others now. */
  void entered() {
    assert Thread.holdsLock(slots);
    growth.settle();
  }

  /**
   * One that was reserved could not be.
   *
   * @param shortage whether that was for want of something that others may give back
   */
  void notStarted(String why, boolean shortage) {
    assert Thread.holdsLock(slots);
    growth.settle();
    growth.failed(why, shortage);
  }

  /** Whether there is one that is neither among the others yet nor given up. */
  boolean isAnyReserved() {
    assert Thread.holdsLock(slots);
    return growth.reserved() > 0;
  }

  /** How many have been reserved since the beginning. */
  int started() {
    assert Thread.holdsLock(slots);
    return growth.started();
  }

  /**
   * When to look again whether one more is to be started; empty if nobody need, or somebody will.
   */
  Optional<Duration> growAgainIn() {
    return growth.backOff().isZero() || !assess() ? lookAgainIn() : growth.lookAfterBackOff();
  }

  /**
   * The same, now that a job or a helper has come.
   *
   * @param waiting whether a job has no helper
   */
  Optional<Duration> lookIn(boolean waiting) {
    return waiting && growth.backOff().isZero() && assess()
        ? Optional.of(Duration.ZERO)
        : growAgainIn();
  }

  /** The same, while no start is put off. */
  private Optional<Duration> lookAgainIn() {
    assert Thread.holdsLock(slots);
    return growth.lookAgainIn(count.useful(), count.away(), assignments.waited());
  }

  // Who fares how.

  /** A job has begun. */
  void begun() {
    assert Thread.holdsLock(slots);
    growth.begun(!helpers.isAnyIdle());
  }

  /**
   * A helper has come up, or is done with its job, and takes another.
   *
   * @return whether its turn has come just now to make room
   */
  boolean ready(Helper helper) {
    assert Thread.holdsLock(slots);
    if (helper.place().is(HelperState.STARTING)) {
      growth.cameUp();
    } else {
      growth.ended();
    }
    boolean untried = helper.place().jobsDone() == 0;
    helper.place().rest();
    if (untried && helper.place().jobsDone() > 0) {
      growth.proven();
    }
    return recycling.takeTurn(helper, count.present());
  }

  /** A helper that has stayed since the last failure is a success, also if it had nothing to do. */
  void noteThoseThatStay() {
    assert Thread.holdsLock(slots);
    if (growth.isFailing() && count.hasAnyStayed(growth.failedAt())) {
      growth.proven();
    }
  }

  /** Whether nobody takes jobs, and nobody is expected to. */
  boolean isHopeless() {
    assert Thread.holdsLock(slots);
    return growth.isParked() && count.useful() == 0;
  }

  /** Whether jobs are refused as long as nobody takes them, for the last helpers have failed. */
  boolean isParked() {
    assert Thread.holdsLock(slots);
    return growth.isParked();
  }

  /** Why the last helper did not come up, or not stay. */
  String reason() {
    assert Thread.holdsLock(slots);
    return growth.reason();
  }

  /** The same; empty if none has failed since one did. */
  Optional<String> failure() {
    assert Thread.holdsLock(slots);
    return Optional.of(growth.reason()).filter(why -> growth.isFailing());
  }

  // Who goes.

  /** Whose turn it is to make room, if that helper is idle and there are enough without it. */
  Optional<Helper> relieve() {
    assert Thread.holdsLock(slots);
    Optional<Helper> worn = recycling.worn();
    if (worn.isEmpty() || !worn.get().place().is(HelperState.IDLE) || count.present() <= enough()) {
      return Optional.empty();
    }
    helpers.retire(worn.get());
    return worn;
  }

  /**
   * How many there are beyond those that are kept warm; may be less than none. Who makes room is
   * none of them: the one that has come for it is to stay.
   */
  int spare() {
    assert Thread.holdsLock(slots);
    return count.present() - (isLeaving() ? 1 : 0) - growth.kept();
  }

  /**
   * A helper has been seen gone.
   *
   * @return why that counts as a failure, if it does
   */
  Optional<String> died(Helper helper, Death death) {
    assert Thread.holdsLock(slots);
    recycling.forget(helper);
    Optional<String> failure = failure(helper, death);
    failure.ifPresent(why -> growth.failed(why, false));
    return failure;
  }

  /**
   * What a death says against starting another helper at once. Nothing if the helper had a job:
   * what kills helpers in the middle of jobs comes no faster than jobs do.
   */
  private static Optional<String> failure(Helper helper, Death death) {
    if (death.reason() == FailureReason.BOOT) {
      return Optional.of(death.detail());
    }
    return death.isOurs() || helper.place().job().isPresent() || helper.place().isProven()
        ? Optional.empty()
        : Optional.of("helpers come up and die before they have done anything: " + death.detail());
  }
}
