package dev.bullpen.pool.roster;

import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.run.Job;
import dev.bullpen.wire.Safeguard;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Which job goes to which helper: those that wait, in their lanes' turn, to who has nothing to do.
 * Guarded by the roster's lock.
 */
final class Assignments {
  private final Object slots;
  private final Helpers helpers;
  private final JobQueue queue;
  private volatile BooleanSupplier full = () -> false;

  /**
   * @param slots the roster's lock
   */
  Assignments(Object slots, Helpers helpers, JobQueue queue) {
    this.slots = slots;
    this.helpers = helpers;
    this.queue = queue;
  }

  /**
   * While that is so no job is given to a helper.
   *
   * @param full must not wait
   */
  void heed(BooleanSupplier full) {
    this.full = full;
  }

  /** A job that waits goes to a helper that is idle, if there are both and nothing is full. */
  Optional<Decision.Hand> next() {
    assert Thread.holdsLock(slots);
    Optional<Job> next = helpers.isAnyIdle() ? nextJob() : Optional.empty();
    return next.isEmpty()
        ? Optional.empty()
        : Optional.of(assign(helpers.takeIdle().orElseThrow(), next.get()));
  }

  /**
   * What a helper that is ready does now: it has a job, or is idle.
   *
   * @param fresh whether it has just come up, so that its code is cold
   */
  Optional<Decision.Hand> next(Helper helper, boolean fresh) {
    assert Thread.holdsLock(slots);
    Optional<Job> next = nextJob();
    if (next.isEmpty()) {
      helpers.rest(helper, fresh);
      return Optional.empty();
    }
    return Optional.of(assign(helper, next.get()));
  }

  private static Decision.Hand assign(Helper helper, Job job) {
    helper.place().begin(job);
    job.begin();
    return new Decision.Hand(helper, job);
  }

  private Optional<Job> nextJob() {
    return full.getAsBoolean() ? Optional.empty() : queue.next(longMayRun());
  }

  /**
   * Whether one more long job leaves a helper to the interactive lane; where there is only one, it
   * takes what comes, and others come when it is wanted.
   */
  private boolean longMayRun() {
    int away = helpers.count().away(); // with long jobs: interactive ones ask nobody anything
    int present = helpers.count().useful() - away;
    return present <= 1 || !Safeguard.LANES.on() || helpers.running(Lane.LONG) - away + 1 < present;
  }

  /** How long somebody has waited who another helper would be of use to. */
  Optional<Duration> waited() {
    assert Thread.holdsLock(slots);
    return full.getAsBoolean() ? Optional.empty() : queue.waited();
  }
}
