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
 * caller to carry out. {@link Assignments} says which job goes to which helper, {@link Staffing}
 * how many helpers there should be.
 */
public final class Roster {
  /** How long a helper beyond the warm ones stays idle before it goes. */
  static final Duration KEEP_IDLE = Duration.ofSeconds(30);

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Object slots = new Object();
  private final Helpers helpers = new Helpers();
  private final JobQueue queue = new JobQueue();
  private final Assignments assignments = new Assignments(slots, helpers, queue);
  private final Staffing staffing;
  private boolean begun;

  public Roster(PoolSettings settings) {
    this.staffing = new Staffing(slots, helpers, assignments, settings);
  }

  /**
   * While that is so no job is given to a helper.
   *
   * @param full must not wait; {@link #next()} is to be called when it is so no more
   */
  public void heed(BooleanSupplier full) {
    assignments.heed(full);
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
      staffing.open();
    }
  }

  public Decision submit(Job job) {
    synchronized (slots) {
      if (staffing.isClosed()) {
        return Decision.refuse(job, FailureReason.SHUTDOWN, FailureReason.SHUTDOWN.sentence());
      }
      if (staffing.isHopeless()) {
        return Decision.refuse(job, FailureReason.BOOT, staffing.reason());
      }
      if (!queue.add(job)) {
        return Decision.refuse(
            job, FailureReason.BUSY, "%d jobs are waiting".formatted(JobQueue.CAPACITY));
      }
      return decided(assignments.next());
    }
  }

  /** A job that waits goes to a helper that is idle, if there are both and nothing is full. */
  public Decision next() {
    synchronized (slots) {
      return decided(assignments.next());
    }
  }

  private Decision decided(Optional<Decision.Hand> hand) {
    assert Thread.holdsLock(slots);
    if (hand.isPresent()) {
      staffing.begun();
    }
    return Decision.of(hand, staffing.lookIn(!queue.isEmpty()));
  }

  /** A helper has come up, or is done with its job. */
  public Decision ready(Helper helper) {
    synchronized (slots) {
      if (helper.place().is(HelperState.RETIRING) || helper.place().is(HelperState.DEAD)) {
        return Decision.NOTHING;
      }
      boolean fresh = helper.place().is(HelperState.STARTING);
      if (fresh) {
        helpers.add(helper); // whoever has started it may not have come to enter it yet
      }
      boolean turn = staffing.ready(helper);
      Optional<Helper> relieved = staffing.relieve();
      if (relieved.isPresent() && relieved.get() == helper) {
        return Decision.NOTHING.relieving(helper);
      }
      Decision decision = decided(assignments.next(helper, fresh));
      if (turn) {
        decision = decision.growing(Duration.ZERO);
      }
      return relieved.isPresent() ? decision.relieving(relieved.get()) : decision;
    }
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
      runner.ifPresent(helper -> helper.place().end());
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

  /** Whether a helper runs it, or cleans up after it. */
  public boolean isWithHelper(Job job) {
    synchronized (slots) {
      return helpers.all().stream().anyMatch(helper -> helper.place().has(job));
    }
  }

  public Optional<Job> jobOf(Helper helper, long number) {
    synchronized (slots) {
      Optional<Job> job = helper.place().job();
      return job.isPresent() && job.get().number() == number ? job : Optional.empty();
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
      Optional<Job> job = helper.place().job();
      if (Safeguard.REPLACEMENT.on()) {
        helpers.remove(helper);
      }
      slots.notifyAll();
      Optional<String> failure = staffing.died(helper, death);
      return new Estate(job, failure.map(this::refuseIfHopeless).orElse(List.of()));
    }
  }

  /**
   * A reserved helper could not be spawned.
   *
   * @param shortage whether that was for want of something that others may give back
   */
  public List<Decision.Refusal> notStarted(String why, boolean shortage) {
    synchronized (slots) {
      staffing.notStarted(why, shortage);
      slots.notifyAll();
      return refuseIfHopeless(why);
    }
  }

  /** After a failure: nobody waits for a helper that does not come. */
  private List<Decision.Refusal> refuseIfHopeless(String why) {
    assert Thread.holdsLock(slots);
    if (!staffing.isHopeless()) {
      return List.of();
    }
    return queue.removeAll().stream()
        .map(job -> new Decision.Refusal(job, FailureReason.BOOT, why))
        .toList();
  }

  /** The number of a helper to start now, if one more is wanted and due. */
  public Optional<Integer> reserve() {
    synchronized (slots) {
      return staffing.reserve();
    }
  }

  /** A reserved helper runs; false if it came too late and is not wanted any more. */
  public boolean enter(Helper helper) {
    synchronized (slots) {
      staffing.entered();
      if (!helper.place().is(HelperState.DEAD)) { // it may have died already, and been buried
        helpers.add(helper);
      }
      slots.notifyAll();
      return !staffing.isClosed();
    }
  }

  /**
   * When to look again whether one more is to be started; empty if nobody need, or somebody will.
   */
  public Optional<Duration> growAgainIn() {
    synchronized (slots) {
      return staffing.growAgainIn();
    }
  }

  /** A helper that has stayed since the last failure is a success, also if it had nothing to do. */
  public void noteThoseThatStay() {
    synchronized (slots) {
      staffing.noteThoseThatStay();
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

  /** Take a helper out of service if it has still not come up: no hello gets it a job. */
  public boolean retireIfStarting(Helper helper) {
    synchronized (slots) {
      boolean still = helper.place().is(HelperState.STARTING);
      if (still) {
        helpers.retire(helper);
      }
      return still;
    }
  }

  /** Whether it is out of service, and has not been seen gone. */
  public boolean isGoing(Helper helper) {
    synchronized (slots) {
      return helper.place().is(HelperState.RETIRING);
    }
  }

  /**
   * Helpers beyond the warm ones that nobody has needed for a while; they are out of service from
   * now on.
   */
  public List<Helper> idleForLong() {
    return idleFor(KEEP_IDLE);
  }

  List<Helper> idleFor(Duration least) {
    synchronized (slots) {
      return helpers.retireIdleFor(least, staffing.spare());
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
          staffing.failure());
    }
  }

  public PoolView view() {
    synchronized (slots) {
      return new PoolView(
          helpers.all().size(),
          helpers.count().useful(),
          helpers.idle(),
          queue.size(),
          staffing.started(),
          staffing.isParked());
    }
  }

  /** No more jobs, no more helpers; the jobs that were open. */
  public Collection<Job> close() {
    synchronized (slots) {
      staffing.close();
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
            left > 0 && isAnybodyThere();
            left = (end - System.nanoTime()) / NANOS_PER_MILLI) {
          slots.wait(left);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return !isAnybodyThere();
    }
  }

  private boolean isAnybodyThere() {
    assert Thread.holdsLock(slots);
    return !helpers.isEmpty() || staffing.isAnyReserved();
  }
}
