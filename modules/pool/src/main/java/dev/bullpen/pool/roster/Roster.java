package dev.bullpen.pool.roster;

import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.HelperExit;
import dev.bullpen.pool.helper.Patience;
import dev.bullpen.pool.helper.Place;
import dev.bullpen.pool.helper.Place.State;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.setting.PoolSettings;
import dev.bullpen.pool.view.PoolView;
import dev.bullpen.wire.Safeguard;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which helpers there are, and what each of them does. {@link JobQueue} says which job is next,
 * {@link Growth} how many helpers are wanted.
 *
 * <p>Every method decides under the one lock, {@code slots}, and does nothing that can block; what
 * follows from a decision is returned for the caller to carry out.
 *
 * <p>A helper that has done its number of jobs makes room for a fresh one, with all that providers
 * and its JVM have gathered. One at a time: it goes on working until there are enough without it,
 * so that no job waits for a JVM to start, and the next one's turn comes when it has been seen
 * gone.
 */
public final class Roster {
  /** However many scripts wait for clients, that must not grow the pool without end. */
  private static final int MOST_AWAY = 1;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private enum Stage {
    NEW,
    /** Jobs may come; there is no place for helpers yet. */
    BEGUN,
    OPEN,
    /** No more jobs, no more helpers. */
    CLOSED
  }

  private final Object slots = new Object();
  private final int jobsPerHelper;

  // Guarded by slots, as the places of all helpers are.
  private final Set<Helper> helpers = new LinkedHashSet<>();
  private final Deque<Helper> idle = new ArrayDeque<>();
  private final JobQueue queue = new JobQueue();
  private final Growth growth;
  private Stage stage = Stage.NEW;

  /** False once a helper has died, where a test switches replacement off. */
  private boolean mayGrow = true;

  /** The helper that makes room for a fresh one. */
  private Optional<Helper> worn = Optional.empty();

  /** How many there were, itself included, when its turn came. */
  private int wornAmong;

  public Roster(PoolSettings settings) {
    this.growth = new Growth(settings.crew(), System::nanoTime);
    this.jobsPerHelper = settings.jobsPerHelper();
  }

  /** True the first time. */
  public boolean begin() {
    synchronized (slots) {
      boolean first = stage == Stage.NEW;
      if (first) {
        stage = Stage.BEGUN;
      }
      return first;
    }
  }

  /** There is a place for helpers now: none is wanted before. */
  public void open() {
    synchronized (slots) {
      if (stage != Stage.CLOSED) {
        stage = Stage.OPEN;
      }
    }
  }

  // Jobs.

  public Decision submit(Job job) {
    synchronized (slots) {
      if (!job.isOpen()) {
        return Decision.NOTHING; // cancelled before: nobody would take it out of the queue again
      }
      if (stage == Stage.CLOSED) {
        return Decision.refuse(job, FailureReason.SHUTDOWN, FailureReason.SHUTDOWN.sentence());
      }
      if (isHopeless()) {
        return Decision.refuse(job, FailureReason.BOOT, growth.policy().reason());
      }
      if (!queue.add(job)) {
        return Decision.refuse(
            job, FailureReason.BUSY, "%d jobs are waiting".formatted(JobQueue.CAPACITY));
      }
      return next();
    }
  }

  /** A job that waits and is not held back goes to a helper that is idle, if there are both. */
  public Decision next() {
    synchronized (slots) {
      Optional<Job> job = idle.isEmpty() ? Optional.empty() : nextJob();
      return decided(job.map(next -> assign(idle.poll(), next)));
    }
  }

  private Optional<Job> nextJob() {
    return queue.next(longMayRun());
  }

  /**
   * Whether one more long job leaves a helper to the interactive lane; where there is only one, it
   * takes what comes, and others come when it is wanted.
   */
  private boolean longMayRun() {
    int away = away(); // with long jobs: interactive ones ask the client nothing
    int present = count(Roster::isUseful) - away;
    return present <= 1
        || !Safeguard.LANES.on()
        || count(helper -> isUseful(helper) && hasLongJob(helper)) - away + 1 < present;
  }

  private static boolean hasLongJob(Helper helper) {
    Optional<Job> job = helper.place().job();
    return job.isPresent() && job.get().request().lane() == Lane.LONG;
  }

  private static Decision.Hand assign(Helper helper, Job job) {
    helper.place().begin(job);
    job.begin();
    return new Decision.Hand(helper, job);
  }

  private Decision decided(Optional<Decision.Hand> hand) {
    assert Thread.holdsLock(slots);
    if (hand.isPresent()) {
      growth.begun(idle.isEmpty());
    }
    boolean mayBeDue = !queue.isEmpty() || worn.isPresent();
    boolean isDue = mayBeDue && growth.policy().left().isZero() && assess();
    return Decision.of(hand, isDue ? Optional.of(Duration.ZERO) : growAgainIn());
  }

  /** A helper has come up, or is done with its job. */
  public Decision ready(Helper helper) {
    synchronized (slots) {
      if (isRetired(helper)) {
        return Decision.NOTHING;
      }
      boolean fresh = helper.place().is(State.STARTING);
      if (fresh) {
        helpers.add(helper); // the thread that has started it may not have entered it yet
        growth.cameUp();
      } else {
        growth.ended();
      }
      boolean untried = helper.place().jobsDone() == 0;
      helper.place().rest();
      if (untried && helper.place().jobsDone() > 0) {
        growth.policy().succeeded();
      }
      takeTurn(helper);
      Optional<Helper> relieved = relieve();
      if (relieved.isPresent() && relieved.get() == helper) {
        return Decision.NOTHING.relieving(relieved);
      }
      return decided(nextOrRest(helper, fresh)).relieving(relieved);
    }
  }

  /**
   * @param fresh whether it has just come up: those whose code is warm go before it
   */
  private Optional<Decision.Hand> nextOrRest(Helper helper, boolean fresh) {
    Optional<Job> next = nextJob();
    if (next.isEmpty()) {
      if (fresh) {
        idle.addLast(helper);
      } else {
        idle.push(helper);
      }
    }
    return next.map(job -> assign(helper, job));
  }

  /** The job's helper has reported all of it but may still be cleaning up. */
  public void answered(Helper helper) {
    synchronized (slots) {
      if (helper.place().is(State.BUSY)) {
        helper.place().enter(State.CLEANING);
      }
    }
  }

  /** A job is to end: out of the queue, or else here is the helper that runs it. */
  public Optional<Helper> release(Job job) {
    synchronized (slots) {
      if (queue.remove(job)) {
        return Optional.empty();
      }
      Optional<Helper> runner = runnerOf(job);
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

  /** The helper that runs a job, if one does and has not reported its end. */
  public Optional<Helper> runnerOf(Job job) {
    synchronized (slots) {
      return helpers.stream()
          .filter(helper -> helper.place().is(State.BUSY) && helper.place().has(job))
          .findFirst();
    }
  }

  /** Whether a helper runs it, or cleans up after it. */
  public boolean isWithHelper(Job job) {
    synchronized (slots) {
      return helpers.stream().anyMatch(helper -> helper.place().has(job));
    }
  }

  public Optional<Job> jobOf(Helper helper, long number) {
    synchronized (slots) {
      Optional<Job> job = helper.place().job();
      return job.isPresent() && job.get().number() == number ? job : Optional.empty();
    }
  }

  // Helpers that come.

  private boolean assess() {
    return stage == Stage.OPEN && mayGrow && growth.assess(census());
  }

  private Growth.Census census() {
    assert Thread.holdsLock(slots);
    return new Growth.Census(
        count(helper -> helper.place().isComingUp()),
        count(Roster::isUseful),
        away(),
        count(helper -> helper.place().is(State.CLEANING)) > 0,
        growth.policy().isFailing() && count(this::isOnTrial) > 0,
        worn.filter(Roster::isUseful).map(helper -> wornAmong),
        queue.waited());
  }

  /** Not a stream: this is asked several times for each job. */
  private int count(Predicate<Helper> which) {
    int count = 0;
    for (Helper helper : helpers) {
      count += which.test(helper) ? 1 : 0;
    }
    return count;
  }

  private static boolean isUseful(Helper helper) {
    return helper.place().state().isUseful();
  }

  private int away() {
    return Math.min(count(helper -> helper.place().isAway()), MOST_AWAY);
  }

  /** Whether it is idle, has come up since the last failure, and may not stay. */
  private boolean isOnTrial(Helper helper) {
    return helper.place().is(State.IDLE)
        && isBornSinceFailure(helper)
        && !helper.place().isProven();
  }

  private boolean isBornSinceFailure(Helper helper) {
    return helper.place().bornAt() - growth.policy().failedAt() > 0;
  }

  /** The number of a helper to start now, if one more is wanted and due. */
  public Optional<Integer> reserve() {
    synchronized (slots) {
      boolean due = assess() && growth.policy().left().isZero();
      return due ? Optional.of(growth.reserve(census())) : Optional.empty();
    }
  }

  /** A reserved helper runs; false if it came too late and is not wanted any more. */
  public boolean enter(Helper helper) {
    synchronized (slots) {
      growth.settle();
      if (!helper.place().is(State.DEAD)) { // it may have died already, and been seen gone
        helpers.add(helper);
      }
      slots.notifyAll();
      return stage != Stage.CLOSED;
    }
  }

  /**
   * A reserved helper could not be spawned.
   *
   * @param shortage whether that was for want of something that others may give back
   */
  public List<Decision.Refusal> notStarted(String why, boolean shortage) {
    synchronized (slots) {
      growth.settle();
      growth.policy().failed(why, shortage);
      slots.notifyAll();
      return refuseIfHopeless(why);
    }
  }

  /** After a failure: no job waits for a helper that does not come. */
  private List<Decision.Refusal> refuseIfHopeless(String why) {
    assert Thread.holdsLock(slots);
    if (!isHopeless()) {
      return List.of();
    }
    return queue.removeAll().stream()
        .map(job -> new Decision.Refusal(job, FailureReason.BOOT, why))
        .toList();
  }

  /** Whether no helper takes jobs, and none is expected to. */
  private boolean isHopeless() {
    return growth.policy().isParked() && count(Roster::isUseful) == 0;
  }

  /** When to check again whether one more is to be started; empty if that is arranged. */
  public Optional<Duration> growAgainIn() {
    synchronized (slots) {
      return growth.policy().left().isZero() || !assess()
          ? growth.checkAgainIn(census())
          : growth.policy().takeLeft();
    }
  }

  /** A helper that has stayed since the last failure is a success, also if it had nothing to do. */
  public void noteThoseThatStay() {
    synchronized (slots) {
      if (growth.policy().isFailing()
          && count(
                  helper ->
                      isUseful(helper) && isBornSinceFailure(helper) && helper.place().isProven())
              > 0) {
        growth.policy().succeeded();
      }
    }
  }

  public boolean hasComeUp(Helper helper) {
    synchronized (slots) {
      return helper.place().hasComeUp();
    }
  }

  // Helpers that go.

  /** Gives it the turn to make room, if that has come. */
  private void takeTurn(Helper helper) {
    if (worn.isEmpty() && jobsPerHelper > 0 && helper.place().jobsDone() >= jobsPerHelper) {
      worn = Optional.of(helper);
      wornAmong = census().present();
    }
  }

  /**
   * Takes the one that makes room out of service, if it is idle and there are enough without it.
   */
  private Optional<Helper> relieve() {
    boolean goes =
        worn.isPresent()
            && worn.get().place().is(State.IDLE)
            && census().present() > growth.enough(wornAmong);
    if (goes) {
      retire(worn.get());
    }
    return worn.filter(helper -> goes);
  }

  private static boolean isRetired(Helper helper) {
    return helper.place().is(State.RETIRING) || helper.place().is(State.DEAD);
  }

  /** Take a helper out of service. */
  public void retire(Helper helper) {
    synchronized (slots) {
      if (!isRetired(helper)) {
        idle.remove(helper);
        helper.place().enter(State.RETIRING);
      }
    }
  }

  /** The same, if something still holds; whether it does. */
  public boolean retireIf(Helper helper, Predicate<Place> still) {
    synchronized (slots) {
      boolean holds = still.test(helper.place());
      if (holds) {
        retire(helper);
      }
      return holds;
    }
  }

  /** Takes helpers beyond the warm ones that have been idle for so long out of service. */
  public List<Helper> retireIdleFor(Duration least) {
    synchronized (slots) {
      Growth.Census now = census();
      // The one that makes room is not spare: the helper that has come for it is to stay.
      int spare = now.present() - (now.wornAmong().isPresent() ? 1 : 0) - growth.kept();
      List<Helper> going = new ArrayList<>();
      List<Helper> longestFirst = new ArrayList<>(idle);
      Collections.reverse(longestFirst);
      for (Helper helper : longestFirst) {
        if (going.size() < spare && helper.place().inStateFor().compareTo(least) >= 0) {
          retire(helper);
          going.add(helper);
        }
      }
      return going;
    }
  }

  /** Takes helpers that have been cleaning up for too long out of service. */
  public List<Helper> retireHanging(Patience patience) {
    synchronized (slots) {
      List<Helper> hanging =
          helpers.stream().filter(helper -> helper.place().hangs(patience)).toList();
      hanging.forEach(this::retire);
      return hanging;
    }
  }

  /** Whether it is out of service, and has not been seen gone. */
  public boolean isGoing(Helper helper) {
    synchronized (slots) {
      return helper.place().is(State.RETIRING);
    }
  }

  /** What a helper leaves: its job, and, if no helper comes up any more, the jobs that wait. */
  public record Leftover(Optional<Job> job, List<Decision.Refusal> refused) {}

  /** A helper has been seen gone. */
  public Leftover remove(Helper helper, HelperExit death) {
    synchronized (slots) {
      helper.place().enter(State.DEAD);
      helpers.remove(helper);
      mayGrow = Safeguard.REPLACEMENT.on();
      slots.notifyAll();
      worn = worn.filter(other -> other != helper);
      Optional<String> failure = failure(helper, death);
      failure.ifPresent(why -> growth.policy().failed(why, false));
      return new Leftover(
          helper.place().job(), failure.map(this::refuseIfHopeless).orElse(List.of()));
    }
  }

  /**
   * What a death says against starting another helper at once. Nothing if the helper had a job:
   * what kills helpers in the middle of jobs comes no faster than jobs do.
   */
  private static Optional<String> failure(Helper helper, HelperExit death) {
    if (death.reason() == FailureReason.BOOT) {
      return Optional.of(death.detail());
    }
    return death.isOurs() || helper.place().job().isPresent() || helper.place().isProven()
        ? Optional.empty()
        : Optional.of("helpers come up and die before they have done anything: " + death.detail());
  }

  // All of them.

  public List<Helper> all() {
    synchronized (slots) {
      return List.copyOf(helpers);
    }
  }

  public List<Helper> allIdle() {
    synchronized (slots) {
      return List.copyOf(idle);
    }
  }

  /** All helpers and jobs, for people; see {@link PoolSight#lines}. */
  public List<String> describe(String exits) {
    synchronized (slots) {
      return PoolSight.lines(helpers, idle.size(), queue, growth, exits);
    }
  }

  public PoolView view() {
    synchronized (slots) {
      return new PoolView(
          helpers.size(),
          count(Roster::isUseful),
          idle.size(),
          queue.size(),
          growth.started(),
          growth.policy().isParked());
    }
  }

  /** No more jobs, no more helpers; the jobs that were open. */
  public Collection<Job> close() {
    synchronized (slots) {
      stage = Stage.CLOSED;
      List<Job> open = new ArrayList<>(queue.removeAll());
      helpers.forEach(helper -> helper.place().job().ifPresent(open::add));
      return open;
    }
  }

  /** Waits until every helper has been seen gone; false if that took too long. */
  public boolean awaitEmpty(Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    synchronized (slots) {
      try {
        for (long left = patience.toMillis();
            left > 0 && !isEmpty();
            left = (end - System.nanoTime()) / NANOS_PER_MILLI) {
          slots.wait(left);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return isEmpty();
    }
  }

  private boolean isEmpty() {
    assert Thread.holdsLock(slots);
    return helpers.isEmpty() && growth.reserved() == 0;
  }
}
