package dev.bullpen.pool.roster;

import dev.bullpen.pool.helper.Death;
import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.HelperState;
import dev.bullpen.pool.helper.Patience;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.setting.PoolSettings;
import dev.bullpen.pool.view.PoolView;
import dev.bullpen.wire.Safeguard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Who has which helper, and how many there should be. Every method decides under the one lock,
 * {@code slots}, and does nothing that can block; what follows from a decision is returned for the
 * caller to carry out.
 */
public final class Roster {
  /** How long a helper beyond the warm ones stays idle before it goes. */
  static final Duration KEEP_IDLE = Duration.ofSeconds(30);

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Object slots = new Object();
  private final Helpers helpers = new Helpers();
  private final Headcount count = helpers.count();
  private final JobQueue queue = new JobQueue();
  private final Growth growth;
  private final Recycling recycling;
  private volatile BooleanSupplier full = () -> false;
  private boolean begun;
  private boolean opened;
  private boolean closed;

  public Roster(PoolSettings settings) {
    this.growth = new Growth(settings.workers(), settings.maxWorkers(), System::nanoTime);
    this.recycling = new Recycling(settings.jobsPerHelper());
  }

  /**
   * While that is so no job is given to a helper.
   *
   * @param full must not wait; {@link #next()} is to be called when it is so no more
   */
  public void heed(BooleanSupplier full) {
    this.full = full;
  }

  /** True the first time. */
  public boolean begin() {
    synchronized (slots) {
      boolean first = !begun;
      begun = true;
      return first;
    }
  }

  /** There is a place for helpers now: none is wanted before. */
  public void open() {
    synchronized (slots) {
      opened = true;
    }
  }

  public Decision submit(Job job) {
    synchronized (slots) {
      if (closed) {
        return Decision.refuse(job, FailureReason.SHUTDOWN, FailureReason.SHUTDOWN.sentence());
      }
      if (growth.isParked() && count.useful() == 0) {
        return Decision.refuse(job, FailureReason.BOOT, growth.reason());
      }
      if (!queue.add(job)) {
        return Decision.refuse(
            job, FailureReason.BUSY, "%d jobs are waiting".formatted(JobQueue.CAPACITY));
      }
      return nextByIdle();
    }
  }

  /** A job that waits goes to a helper that is idle, if there are both and nothing is full. */
  public Decision next() {
    synchronized (slots) {
      return nextByIdle();
    }
  }

  private Decision nextByIdle() {
    assert Thread.holdsLock(slots);
    Optional<Job> next = helpers.isAnyIdle() ? nextJob() : Optional.empty();
    return next.isPresent()
        ? assign(helpers.takeIdle().orElseThrow(), next.get())
        : Decision.wait(lookIn());
  }

  private Optional<Job> nextJob() {
    assert Thread.holdsLock(slots);
    return full.getAsBoolean() ? Optional.empty() : queue.next(longMayRun());
  }

  /** How long somebody has waited who another helper would be of use to. */
  private Optional<Duration> waited() {
    assert Thread.holdsLock(slots);
    return full.getAsBoolean() ? Optional.empty() : queue.waited();
  }

  /** A helper has come up, or is done with its job. */
  public Decision ready(Helper helper) {
    synchronized (slots) {
      if (helper.place().is(HelperState.RETIRING) || helper.place().is(HelperState.DEAD)) {
        return Decision.NOTHING;
      }
      boolean fresh = helper.place().is(HelperState.STARTING);
      if (fresh) {
        growth.cameUp();
      } else {
        growth.ended();
      }
      helper.place().rest();
      if (helper.place().jobsDone() == 1) {
        growth.proven();
      }
      boolean turn = recycling.isTurnOf(helper);
      Optional<Helper> relieved = relieve();
      if (relieved.isPresent() && relieved.get() == helper) {
        return Decision.NOTHING.relieving(helper);
      }
      Decision decision = next(helper, fresh);
      if (turn) {
        decision = decision.growing(Duration.ZERO);
      }
      return relieved.isPresent() ? decision.relieving(relieved.get()) : decision;
    }
  }

  /** What a helper that is ready does now. */
  private Decision next(Helper helper, boolean fresh) {
    assert Thread.holdsLock(slots);
    Optional<Job> next = nextJob();
    if (next.isPresent()) {
      return assign(helper, next.get());
    }
    helpers.rest(helper, fresh);
    return Decision.wait(lookIn());
  }

  /** Whose turn it is to make room, if that helper is idle and there are enough without it. */
  private Optional<Helper> relieve() {
    assert Thread.holdsLock(slots);
    Optional<Helper> worn = recycling.worn();
    if (worn.isEmpty()
        || !worn.get().place().is(HelperState.IDLE)
        || count.useful() <= growth.workers()) {
      return Optional.empty();
    }
    helpers.retire(worn.get());
    return worn;
  }

  private Decision assign(Helper helper, Job job) {
    assert Thread.holdsLock(slots);
    helper.place().begin(job);
    job.begin();
    growth.begun(!helpers.isAnyIdle());
    return Decision.hand(helper, job, lookIn());
  }

  /**
   * Whether one more long job leaves a helper to the interactive lane; where there is only one, it
   * takes what comes, and others come when it is wanted.
   */
  private boolean longMayRun() {
    assert Thread.holdsLock(slots);
    int useful = count.useful();
    return useful <= 1 || !Safeguard.LANES.on() || helpers.running(Lane.LONG) + 1 < useful;
  }

  /** The job's helper has told all of it but may still be cleaning up. */
  public Decision answered(Helper helper) {
    synchronized (slots) {
      if (helper.place().is(HelperState.BUSY)) {
        helper.place().enter(HelperState.CLEANING);
      }
      return Decision.NOTHING;
    }
  }

  /** A job is to end: out of the queue, or else here is the helper that runs it. */
  public Optional<Helper> release(Job job) {
    synchronized (slots) {
      if (queue.remove(job)) {
        return Optional.empty();
      }
      Optional<Helper> runner = helpers.runnerOf(job);
      runner.ifPresent(helper -> helper.place().enter(HelperState.CLEANING));
      return runner;
    }
  }

  /** Out of the queue with a job, if it is there: from then on no helper gets it. */
  public boolean withdraw(Job job) {
    synchronized (slots) {
      return queue.remove(job);
    }
  }

  /** The helper that runs a job, if one does and has not told its end. */
  public Optional<Helper> runnerOf(Job job) {
    synchronized (slots) {
      return helpers.runnerOf(job);
    }
  }

  public Optional<Job> jobOf(Helper helper, long number) {
    synchronized (slots) {
      return helper.place().job().filter(job -> job.number() == number);
    }
  }

  /** Take a helper out of service if it has still not finished that job. */
  public boolean retireIfStillOn(Helper helper, Job job) {
    synchronized (slots) {
      boolean still = helper.place().is(HelperState.CLEANING) && helper.place().has(job);
      if (still) {
        helpers.retire(helper);
      }
      return still;
    }
  }

  /** Take a helper out of service. */
  public void retire(Helper helper) {
    synchronized (slots) {
      helpers.retire(helper);
    }
  }

  /** What a helper leaves: its job, and, if no helper comes up any more, those that wait. */
  public record Estate(Optional<Job> job, List<Decision.Refusal> refused) {}

  public Estate bury(Helper helper, Death death) {
    synchronized (slots) {
      helper.place().enter(HelperState.DEAD);
      recycling.forget(helper);
      Optional<Job> job = helper.place().job();
      if (Safeguard.REPLACEMENT.on()) {
        helpers.remove(helper);
      }
      slots.notifyAll();
      List<Decision.Refusal> refused =
          failure(helper, death).map(why -> noteFailure(why, false)).orElse(List.of());
      return new Estate(job, refused);
    }
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

  /**
   * A reserved helper could not be spawned.
   *
   * @param shortage whether that was for want of something that others may give back
   */
  public List<Decision.Refusal> notStarted(String why, boolean shortage) {
    synchronized (slots) {
      growth.settle();
      slots.notifyAll();
      return noteFailure(why, shortage);
    }
  }

  private List<Decision.Refusal> noteFailure(String why, boolean shortage) {
    assert Thread.holdsLock(slots);
    growth.failed(why, shortage);
    if (!growth.isParked() || count.useful() > 0) {
      return List.of();
    }
    return queue.removeAll().stream()
        .map(job -> new Decision.Refusal(job, FailureReason.BOOT, why))
        .toList();
  }

  /** The number of a helper to start now, if one more is wanted and due. */
  public Optional<Integer> reserve() {
    synchronized (slots) {
      boolean due = isWanted() && growth.backOff().isZero();
      return due ? Optional.of(growth.reserve()) : Optional.empty();
    }
  }

  /** A reserved helper runs; false if it came too late and is not wanted any more. */
  public boolean enter(Helper helper) {
    synchronized (slots) {
      growth.settle();
      if (!helper.place().is(HelperState.DEAD)) { // it may have died already, and been buried
        helpers.add(helper);
      }
      slots.notifyAll();
      return !closed;
    }
  }

  /** How long the back-off still keeps a helper that is wanted from being started. */
  public Optional<Duration> growAgainIn() {
    synchronized (slots) {
      Duration wait = growth.backOff();
      return wait.isZero() || !isWanted() ? lookAgainIn() : Optional.of(wait);
    }
  }

  /** When to look whether one more is wanted, now that a job or a helper has come. */
  private Optional<Duration> lookIn() {
    assert Thread.holdsLock(slots);
    return !queue.isEmpty() && isWanted() ? Optional.of(Duration.ZERO) : lookAgainIn();
  }

  /** The same, while nothing comes. */
  private Optional<Duration> lookAgainIn() {
    assert Thread.holdsLock(slots);
    return growth.lookAgainIn(count.useful(), waited());
  }

  private boolean isWanted() {
    assert Thread.holdsLock(slots);
    return opened
        && !closed
        && growth.isWanted(
            count.comingUp(),
            count.useful() - (isLeaving() ? 1 : 0) + count.unreplaced(),
            growth.isFailing() && count.isAnyOnTrial(growth.failedAt()),
            waited());
  }

  /** Whether one of the useful ones makes room as soon as another has come up. */
  private boolean isLeaving() {
    return recycling.worn().map(Headcount::isUseful).orElse(false);
  }

  /** A helper that has stayed since the last failure is a success, also if it had nothing to do. */
  public void noteThoseThatStay() {
    synchronized (slots) {
      if (growth.isFailing() && count.hasAnyStayed(growth.failedAt())) {
        growth.proven();
      }
    }
  }

  /** Those that have come up and are to stay. */
  public List<Helper> useful() {
    synchronized (slots) {
      return helpers.useful();
    }
  }

  /** Whether it has been ready for a job. */
  public boolean hasComeUp(Helper helper) {
    synchronized (slots) {
      return helper.place().hasComeUp();
    }
  }

  public boolean isStarting(Helper helper) {
    synchronized (slots) {
      return helper.place().is(HelperState.STARTING);
    }
  }

  /**
   * Helpers beyond the warm ones that nobody has needed for a while; they are out of service from
   * now on.
   */
  public List<Helper> idleForLong() {
    synchronized (slots) {
      return helpers.retireIdleFor(KEEP_IDLE, count.useful() - growth.workers());
    }
  }

  /** Helpers that have nothing to do at the moment. */
  public List<Helper> allIdle() {
    synchronized (slots) {
      return helpers.allIdle();
    }
  }

  /** Take a helper out of service if it still has nothing to do. */
  public boolean retireIfIdle(Helper helper) {
    synchronized (slots) {
      return helpers.retireIfIdle(helper);
    }
  }

  /** Helpers that have been cleaning up for too long; they are out of service from now on. */
  public List<Helper> cleaningLongerThan(Patience patience) {
    synchronized (slots) {
      return helpers.retireHanging(patience);
    }
  }

  /** Everybody, for people. */
  public PoolSight sight() {
    synchronized (slots) {
      Map<Lane, Integer> waiting = new EnumMap<>(Lane.class);
      for (Lane lane : Lane.values()) {
        waiting.put(lane, queue.size(lane));
      }
      return new PoolSight(
          view(),
          helpers.all().stream().map(PoolSight.OneHelper::of).toList(),
          waiting,
          queue.first(PoolSight.MOST_WAITING),
          Optional.of(growth.reason()).filter(why -> growth.isFailing()));
    }
  }

  public PoolView view() {
    synchronized (slots) {
      return new PoolView(
          helpers.all().size(),
          count.useful(),
          helpers.idle(),
          queue.size(),
          growth.started(),
          growth.isParked());
    }
  }

  /** No more jobs, no more helpers; the jobs that were open. */
  public Collection<Job> close() {
    synchronized (slots) {
      closed = true;
      List<Job> open = new ArrayList<>(queue.removeAll());
      helpers.all().forEach(helper -> helper.place().job().ifPresent(open::add));
      return open;
    }
  }

  public List<Helper> all() {
    synchronized (slots) {
      return helpers.all();
    }
  }

  /** Wait until every helper has been seen gone; false if that took too long. */
  public boolean awaitNobody(Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    synchronized (slots) {
      try {
        for (long left = patience.toMillis();
            left > 0 && (!helpers.isEmpty() || growth.reserved() > 0);
            left = (end - System.nanoTime()) / NANOS_PER_MILLI) {
          slots.wait(left);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return helpers.isEmpty() && growth.reserved() == 0;
    }
  }
}
