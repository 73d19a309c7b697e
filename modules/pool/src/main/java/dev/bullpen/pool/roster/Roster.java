package dev.bullpen.pool.roster;

import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.HelperExit;
import dev.bullpen.pool.helper.HelperStatus;
import dev.bullpen.pool.helper.HelperStatus.State;
import dev.bullpen.pool.helper.KillTimes;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.setting.PoolSettings;
import dev.bullpen.pool.thread.Ticker;
import dev.bullpen.pool.view.JobView;
import dev.bullpen.pool.view.PoolFigures;
import dev.bullpen.pool.view.PoolView;
import dev.bullpen.wire.Safeguard;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which helpers there are, and which job each of them has. {@link JobQueue} decides which job is
 * next, {@link Growth} how many helpers are wanted.
 *
 * <p>Every method decides under the one lock, {@code slots}, and does nothing that can block. What
 * follows from a decision is returned, and the caller carries it out.
 *
 * <p>A helper that has done its number of jobs is replaced by a fresh one, because providers and
 * its JVM gather memory in it. Helpers are replaced one at a time: the worn one goes on working
 * until there are enough without it, so that no job waits for a JVM to start, and the next is
 * replaced when that one has been seen gone.
 */
public final class Roster {
  /** However many scripts wait for clients, that must not grow the pool without end. */
  private static final int MOST_AWAY = 1;

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** A job that now has a helper. */
  public record Assignment(Helper helper, Job job) {}

  /** A job that gets no helper. */
  public record Refusal(Job job, FailureReason reason, String detail) {}

  /**
   * What was decided under the lock, to be carried out outside it.
   *
   * @param growAfter when to check whether more helpers are needed
   * @param replaced a helper that is out of service from now on, because a fresh one has come up
   */
  public record Decision(
      Optional<Assignment> assignment,
      Optional<Refusal> refusal,
      Optional<Duration> growAfter,
      Optional<Helper> replaced) {
    private static final Decision NOTHING =
        new Decision(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    private static Decision refuse(Job job, FailureReason reason, String detail) {
      Refusal refusal = new Refusal(job, reason, detail);
      return new Decision(
          Optional.empty(), Optional.of(refusal), Optional.empty(), Optional.empty());
    }
  }

  /**
   * What a dead helper leaves.
   *
   * @param job the one it had
   * @param refused the jobs that wait, if no helper comes up any more
   */
  public record Leftover(Optional<Job> job, List<Refusal> refused) {}

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

  // Guarded by slots, as the status of all helpers is.
  private final Set<Helper> helpers = new LinkedHashSet<>();
  private final Deque<Helper> idle = new ArrayDeque<>(); // the one whose code is warmest first
  private final JobQueue queue = new JobQueue();
  private final Growth growth;
  private Stage stage = Stage.NEW;

  /** False once a helper has died, where a test switches replacement off. */
  private boolean mayGrow = true;

  /** The helper that is to be replaced. */
  private Optional<Helper> worn = Optional.empty();

  /** How many there were, itself included, when that was decided. */
  private int wornAmong;

  public Roster(PoolSettings settings) {
    this.growth = new Growth(settings.size(), Ticker.SYSTEM);
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
        return Decision.NOTHING; // cancelled before: no other call would take it from the queue
      }
      if (stage == Stage.CLOSED) {
        return Decision.refuse(job, FailureReason.SHUTDOWN, FailureReason.SHUTDOWN.sentence());
      }
      if (isHopeless()) {
        return Decision.refuse(job, FailureReason.BOOT, growth.reason());
      }
      if (!queue.add(job)) {
        return Decision.refuse(
            job, FailureReason.BUSY, "%d jobs are waiting".formatted(queue.size()));
      }
      return next();
    }
  }

  /** A job that waits and is not held back goes to a helper that is idle, if there are both. */
  public Decision next() {
    synchronized (slots) {
      Optional<Job> job = idle.isEmpty() ? Optional.empty() : queue.next(longMayRun());
      return decided(job.map(next -> assign(idle.remove(), next)), Optional.empty());
    }
  }

  /**
   * Whether one more long job leaves a helper to the interactive lane; where there is only one, it
   * takes what comes, and others are started when they are wanted.
   */
  private boolean longMayRun() {
    int useful = 0;
    int withLongJob = 0;
    for (Helper helper : helpers) {
      if (helper.status().isUseful()) {
        useful++;
        withLongJob += helper.status().hasJobOf(Lane.LONG) ? 1 : 0;
      }
    }
    int away = away(); // with long jobs: interactive ones ask the client nothing
    int present = useful - away;
    return present <= 1 || !Safeguard.LANES.on() || withLongJob - away + 1 < present;
  }

  private static Assignment assign(Helper helper, Job job) {
    helper.status().begin(job);
    job.begin();
    return new Assignment(helper, job);
  }

  private Decision decided(Optional<Assignment> assignment, Optional<Helper> replaced) {
    assert Thread.holdsLock(slots);
    if (assignment.isPresent()) {
      growth.begun(idle.isEmpty());
    }
    boolean mayBeDue = !queue.isEmpty() || worn.isPresent();
    boolean isDue = mayBeDue && growth.isStartDue() && assess();
    return new Decision(
        assignment, Optional.empty(), isDue ? Optional.of(Duration.ZERO) : growAgainIn(), replaced);
  }

  /** A helper has come up, or is done with its job. */
  public Decision ready(Helper helper) {
    synchronized (slots) {
      HelperStatus status = helper.status();
      if (status.isRetired()) {
        return Decision.NOTHING;
      }
      boolean fresh = status.is(State.STARTING);
      if (fresh) {
        helpers.add(helper); // the thread that has started it may not have entered it yet
        growth.cameUp();
      } else {
        growth.ended();
      }
      boolean untried = status.jobsDone() == 0;
      status.rest();
      if (untried && status.jobsDone() > 0) {
        growth.succeeded();
      }
      Optional<Helper> replaced = replaceWorn(helper);
      if (status.isRetired()) {
        return new Decision(Optional.empty(), Optional.empty(), Optional.empty(), replaced);
      }
      Optional<Job> next = queue.next(longMayRun());
      if (next.isEmpty() && fresh) {
        idle.addLast(helper);
      } else if (next.isEmpty()) {
        idle.addFirst(helper);
      }
      return decided(next.map(job -> assign(helper, job)), replaced);
    }
  }

  /** The job's helper has reported all of it but may still be cleaning up. */
  public void reportedEnd(Helper helper) {
    synchronized (slots) {
      if (helper.status().is(State.BUSY)) {
        helper.status().enter(State.CLEANING);
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
      runner.ifPresent(helper -> helper.status().killSent());
      return runner;
    }
  }

  /** Takes a job out of the queue, if it is there: from then on no helper gets it. */
  public boolean withdraw(Job job) {
    synchronized (slots) {
      return queue.remove(job);
    }
  }

  /** The helper that runs a job, if one does and has not reported its end. */
  public Optional<Helper> runnerOf(Job job) {
    synchronized (slots) {
      return helpers.stream()
          .filter(helper -> helper.status().is(State.BUSY) && helper.status().has(job))
          .findFirst();
    }
  }

  /** Whether a helper runs it, or cleans up after it. */
  public boolean isWithHelper(Job job) {
    synchronized (slots) {
      return helpers.stream().anyMatch(helper -> helper.status().has(job));
    }
  }

  public Optional<Job> jobOf(Helper helper, long number) {
    synchronized (slots) {
      return helper.status().job().filter(job -> job.number() == number);
    }
  }

  // Helpers that come.

  private boolean assess() {
    return stage == Stage.OPEN && mayGrow && growth.assess(census());
  }

  /** One loop, not streams: this is asked several times for each job. */
  private Growth.Census census() {
    assert Thread.holdsLock(slots);
    int comingUp = 0;
    int useful = 0;
    boolean cleaning = false;
    boolean onTrial = false;
    boolean failing = growth.isFailing();
    for (Helper helper : helpers) {
      HelperStatus status = helper.status();
      comingUp += status.isComingUp() ? 1 : 0;
      useful += status.isUseful() ? 1 : 0;
      cleaning |= status.is(State.CLEANING);
      onTrial |=
          failing && status.is(State.IDLE) && isBornSinceFailure(status) && !status.isProven();
    }
    return new Growth.Census(
        comingUp,
        useful,
        away(),
        cleaning,
        onTrial,
        worn.filter(helper -> helper.status().isUseful()).map(helper -> wornAmong),
        queue.waited());
  }

  private int away() {
    int away = 0;
    for (Helper helper : helpers) {
      away += helper.status().isAway() ? 1 : 0;
    }
    return Math.min(away, MOST_AWAY);
  }

  private boolean isBornSinceFailure(HelperStatus status) {
    return status.bornAt() - growth.failedAt() > 0;
  }

  /** The number of a helper to start now, if one more is wanted and due. */
  public Optional<Integer> reserve() {
    synchronized (slots) {
      boolean isDue = assess() && growth.isStartDue();
      return isDue ? Optional.of(growth.reserve(census())) : Optional.empty();
    }
  }

  /** A reserved helper runs; false if it came too late and is not wanted any more. */
  public boolean enter(Helper helper) {
    synchronized (slots) {
      growth.settle();
      if (!helper.status().is(State.DEAD)) { // it may have died already, and been seen gone
        helpers.add(helper);
      }
      slots.notifyAll();
      return stage != Stage.CLOSED;
    }
  }

  /**
   * A reserved helper could not be spawned.
   *
   * @param isShortage whether that was for want of something that others may give back
   */
  public List<Refusal> notStarted(String why, boolean isShortage) {
    synchronized (slots) {
      growth.settle();
      growth.failed(why, isShortage);
      slots.notifyAll();
      return refuseIfHopeless(why);
    }
  }

  /** After a failure: no job waits for a helper that does not come. */
  private List<Refusal> refuseIfHopeless(String why) {
    assert Thread.holdsLock(slots);
    if (!isHopeless()) {
      return List.of();
    }
    return queue.removeAll().stream()
        .map(job -> new Refusal(job, FailureReason.BOOT, why))
        .toList();
  }

  /** Whether no helper takes jobs, and none is expected to. */
  private boolean isHopeless() {
    return growth.isParked() && census().useful() == 0;
  }

  /** When to check again whether one more is to be started; empty if that is arranged. */
  public Optional<Duration> growAgainIn() {
    synchronized (slots) {
      return growth.isStartDue() || !assess()
          ? growth.checkAgainIn(census())
          : growth.takeUntilStart();
    }
  }

  /** A helper that has stayed since the last failure is a success, also if it had nothing to do. */
  public void noteThoseThatStay() {
    synchronized (slots) {
      for (Helper helper : helpers) {
        HelperStatus status = helper.status();
        if (growth.isFailing()
            && status.isUseful()
            && isBornSinceFailure(status)
            && status.isProven()) {
          growth.succeeded();
        }
      }
    }
  }

  public boolean hasComeUp(Helper helper) {
    synchronized (slots) {
      return helper.status().hasComeUp();
    }
  }

  // Helpers that go.

  /**
   * Decides whether a helper that has just become idle is to be replaced, and takes the one that is
   * out of service if it is idle and there are enough without it.
   */
  private Optional<Helper> replaceWorn(Helper helper) {
    if (worn.isEmpty() && jobsPerHelper > 0 && helper.status().jobsDone() >= jobsPerHelper) {
      worn = Optional.of(helper);
      wornAmong = census().present();
    }
    boolean goes =
        worn.isPresent()
            && worn.get().status().is(State.IDLE)
            && census().present() > growth.enough(wornAmong);
    if (goes) {
      retire(worn.get());
    }
    return worn.filter(other -> goes);
  }

  /** Takes a helper out of service. */
  public void retire(Helper helper) {
    synchronized (slots) {
      if (!helper.status().isRetired()) {
        idle.remove(helper);
        helper.status().enter(State.RETIRING);
      }
    }
  }

  /** The same if it is in a state; whether it was. */
  public boolean retireIf(State state, Helper helper) {
    synchronized (slots) {
      boolean isIn = helper.status().is(state);
      if (isIn) {
        retire(helper);
      }
      return isIn;
    }
  }

  /** The same if it is cleaning up after a job; whether it was. */
  public boolean retireIfCleaning(Helper helper, Job job) {
    synchronized (slots) {
      return helper.status().has(job) && retireIf(State.CLEANING, helper);
    }
  }

  /** Takes helpers beyond the warm ones that have been idle for so long out of service. */
  public List<Helper> retireIdleFor(Duration least) {
    synchronized (slots) {
      if (queue.waited().isPresent()) {
        return List.of(); // a long job may be waiting for one more, so that one stays free
      }
      Growth.Census now = census();
      // The worn one is not spare: the helper that has come for it is to stay.
      int spare = now.present() - (now.wornAmong().isPresent() ? 1 : 0) - growth.kept();
      List<Helper> going = new ArrayList<>();
      Iterator<Helper> longestFirst = idle.descendingIterator();
      while (longestFirst.hasNext() && going.size() < spare) {
        Helper helper = longestFirst.next();
        if (helper.status().inStateFor().compareTo(least) >= 0) {
          going.add(helper);
        }
      }
      going.forEach(this::retire);
      return going;
    }
  }

  /** Takes helpers that have been cleaning up for too long out of service. */
  public List<Helper> retireHanging(KillTimes times) {
    synchronized (slots) {
      List<Helper> hanging =
          helpers.stream().filter(helper -> helper.status().hangs(times)).toList();
      hanging.forEach(this::retire);
      return hanging;
    }
  }

  /** Whether it is out of service, and has not been seen gone. */
  public boolean isGoing(Helper helper) {
    synchronized (slots) {
      return helper.status().is(State.RETIRING);
    }
  }

  /** A helper has been seen gone. */
  public Leftover remove(Helper helper, HelperExit death) {
    synchronized (slots) {
      helper.status().enter(State.DEAD);
      helpers.remove(helper);
      mayGrow = Safeguard.REPLACEMENT.on();
      slots.notifyAll();
      worn = worn.filter(other -> other != helper);
      Optional<String> failure = failure(helper.status(), death);
      failure.ifPresent(why -> growth.failed(why, false));
      return new Leftover(
          helper.status().job(), failure.map(this::refuseIfHopeless).orElse(List.of()));
    }
  }

  /**
   * What a death says against starting another helper at once. Nothing if the helper had a job:
   * what kills helpers in the middle of jobs comes no faster than jobs do.
   */
  private static Optional<String> failure(HelperStatus status, HelperExit death) {
    if (death.reason() == FailureReason.BOOT) {
      return Optional.of(death.detail());
    }
    return death.isByPool() || status.job().isPresent() || status.isProven()
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

  /**
   * For people: a line for each helper and job, and some that count them.
   *
   * @param exits what helpers have died of
   */
  public List<String> describe(String exits) {
    synchronized (slots) {
      List<String> lines = new ArrayList<>();
      List<String> jobs = new ArrayList<>();
      lines.add(
          "helpers: %d, of which %d idle; started: %d; died: %s"
              .formatted(helpers.size(), idle.size(), growth.started(), exits));
      for (Helper helper : helpers) {
        lines.add("  %s: %s".formatted(helper, helper.status().describe()));
        Optional<Job> job = helper.status().job();
        job.ifPresent(one -> jobs.add("  %s, with %s".formatted(one.describe(), helper)));
      }
      if (growth.isFailing()) {
        String then = growth.isParked() ? "jobs are refused" : "one failed";
        lines.add("  %s: %s".formatted(then, growth.reason()));
      }
      lines.add("jobs: %d with a helper; %s".formatted(jobs.size(), queue.count()));
      lines.addAll(jobs);
      lines.addAll(queue.describe());
      return lines;
    }
  }

  /** Jobs that have a helper and no answer yet. */
  public List<JobView> running() {
    synchronized (slots) {
      List<JobView> running = new ArrayList<>();
      for (Helper helper : helpers) {
        helper
            .status()
            .job()
            .filter(Job::isOpen)
            .map(job -> view(job, helper))
            .ifPresent(running::add);
      }
      return running;
    }
  }

  private static JobView view(Job job, Helper helper) {
    return new JobView(
        job.number(),
        job.request().name(),
        job.request().owner().call(),
        helper.id(),
        job.pid(),
        job.age());
  }

  public PoolView view() {
    synchronized (slots) {
      return new PoolView(
          helpers.size(),
          census().useful(),
          idle.size(),
          queue.size(),
          growth.started(),
          growth.isParked());
    }
  }

  /**
   * @param exits what helpers have died of
   * @param kills how many jobs were ended
   */
  public PoolFigures figures(Map<String, Integer> exits, long kills) {
    synchronized (slots) {
      Map<String, Integer> byState = new LinkedHashMap<>();
      for (State state : State.values()) {
        if (state != State.DEAD) {
          byState.put(state.name().toLowerCase(Locale.ROOT), 0);
        }
      }
      for (Helper helper : helpers) {
        byState.computeIfPresent(helper.status().word(), (state, before) -> before + 1);
      }
      return new PoolFigures(
          byState,
          exits,
          growth.started(),
          kills,
          queue.size(),
          queue.waited().orElse(Duration.ZERO));
    }
  }

  /** No more jobs, no more helpers; the jobs that were open. */
  public Collection<Job> close() {
    synchronized (slots) {
      stage = Stage.CLOSED;
      List<Job> open = new ArrayList<>(queue.removeAll());
      helpers.forEach(helper -> helper.status().job().ifPresent(open::add));
      return open;
    }
  }

  /** Waits until every helper has been seen gone; false if that took too long. */
  public boolean awaitEmpty(Duration atMost) {
    long end = System.nanoTime() + atMost.toNanos();
    synchronized (slots) {
      try {
        for (long left = atMost.toMillis();
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
