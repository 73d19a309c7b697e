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
 * Which helpers there are, and which job each has. {@link JobQueue} decides which job is next,
 * {@link Growth} how many helpers are wanted.
 *
 * <p>Every method decides under the one lock, {@code slots}, and does nothing that can block. It
 * returns what follows from the decision, and the caller carries that out.
 *
 * <p>A helper that has done its number of jobs is replaced by a fresh one, because providers and
 * its JVM accumulate memory. Helpers are replaced one at a time. The worn helper works on until
 * there are enough without it, so that no job waits for a JVM to start. The next is replaced when
 * the worn one has ended.
 */
public final class Roster {
  /** A limit, because scripts that wait for clients must not grow the pool without bound. */
  private static final int MOST_AWAY = 1;

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** A job and the helper that now has it. */
  public record Assignment(Helper helper, Job job) {}

  /** A job that gets no helper, and why. */
  public record Refusal(Job job, FailureReason reason, String detail) {}

  /**
   * A decision made under the lock, to be carried out outside it.
   *
   * @param growAfter when to check whether more helpers are needed
   * @param replaced a helper that is now retired, because a fresh one has come up
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
   * What remains of a helper that is dead or stuck.
   *
   * @param job the job it had
   * @param refused the waiting jobs, if no helper comes up any more
   */
  public record Leftover(Optional<Job> job, List<Refusal> refused) {}

  private enum Stage {
    NEW,
    /** Jobs may come, but helpers may not be started yet. */
    BEGUN,
    OPEN,
    /** No more jobs, no more helpers. */
    CLOSED
  }

  private final Object slots = new Object();
  private final int jobsPerHelper;

  // Guarded by slots, like the status of all helpers.
  private final Set<Helper> helpers = new LinkedHashSet<>();
  private final Deque<Helper> idle = new ArrayDeque<>(); // warmest code first
  private final JobQueue queue = new JobQueue();
  private final Growth growth;
  private Stage stage = Stage.NEW;

  /** False after a helper has died, if a test has switched replacement off. */
  private boolean mayGrow = true;

  /** The helper to be replaced. */
  private Optional<Helper> worn = Optional.empty();

  /** How many helpers there were when that was decided, including the worn one. */
  private int wornAmong;

  public Roster(PoolSettings settings) {
    this.growth = new Growth(settings.size(), Ticker.SYSTEM);
    this.jobsPerHelper = settings.jobsPerHelper();
  }

  /** Returns true the first time. */
  public boolean begin() {
    synchronized (slots) {
      boolean first = stage == Stage.NEW;
      if (first) {
        stage = Stage.BEGUN;
      }
      return first;
    }
  }

  /** Helpers may be started from now on. Before, none is wanted. */
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
        return Decision.NOTHING; // cancelled before: no other call would remove it from the queue
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

  /** Hand a waiting job that is not held back to an idle helper, if there are both. */
  public Decision next() {
    synchronized (slots) {
      Optional<Job> job = idle.isEmpty() ? Optional.empty() : queue.next(longMayRun());
      return decided(job.map(next -> assign(idle.remove(), next)), Optional.empty());
    }
  }

  /**
   * Whether starting a long job leaves a helper to the interactive lane. A single helper takes any
   * job, and more are started when wanted.
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
    int away = away(); // these have long jobs: interactive jobs never ask the client
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

  /** A helper has come up, or has finished its job. */
  public Decision ready(Helper helper) {
    synchronized (slots) {
      HelperStatus status = helper.status();
      if (status.isRetired()) {
        return Decision.NOTHING;
      }
      boolean fresh = status.is(State.STARTING);
      if (fresh) {
        helpers.add(helper); // the thread that started it may not have entered it yet
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

  /** The helper has reported everything of the job, but may still be cleaning up. */
  public void reportedEnd(Helper helper) {
    synchronized (slots) {
      if (helper.status().is(State.BUSY)) {
        helper.status().enter(State.CLEANING);
      }
    }
  }

  /** Release a job that is to end: remove it from the queue, or return the helper that runs it. */
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

  /** Remove a job from the queue. If it returns true, no helper will get the job. */
  public boolean withdraw(Job job) {
    synchronized (slots) {
      return queue.remove(job);
    }
  }

  /** The helper that runs a job; empty if none does, or its end has been reported. */
  public Optional<Helper> runnerOf(Job job) {
    synchronized (slots) {
      return helpers.stream()
          .filter(helper -> helper.status().is(State.BUSY) && helper.status().has(job))
          .findFirst();
    }
  }

  /** Whether a helper runs a job or cleans up after it. */
  public boolean isWithHelper(Job job) {
    synchronized (slots) {
      return helpers.stream().anyMatch(helper -> helper.status().has(job));
    }
  }

  /** The job that a helper has, or had when it was retired. */
  public Optional<Job> jobOf(Helper helper) {
    synchronized (slots) {
      return helper.status().job();
    }
  }

  public Optional<Job> jobOf(Helper helper, long number) {
    return jobOf(helper).filter(job -> job.number() == number);
  }

  // Starting helpers.

  private boolean assess() {
    return stage == Stage.OPEN && mayGrow && growth.assess(census());
  }

  /** One loop instead of streams, because this is called several times for each job. */
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

  /** The number of a helper to start now, if one is wanted and due. */
  public Optional<Integer> reserve() {
    synchronized (slots) {
      boolean isDue = assess() && growth.isStartDue();
      return isDue ? Optional.of(growth.reserve(census())) : Optional.empty();
    }
  }

  /** Enter a started helper; false if it is no longer wanted. */
  public boolean enter(Helper helper) {
    synchronized (slots) {
      growth.settle();
      if (!helper.status().is(State.DEAD)) { // it may already have died and been removed
        helpers.add(helper);
      }
      slots.notifyAll();
      return stage != Stage.CLOSED;
    }
  }

  /**
   * A reserved helper could not be spawned.
   *
   * @param isShortage whether it was for lack of a resource that others may release
   */
  public List<Refusal> notStarted(String why, boolean isShortage) {
    synchronized (slots) {
      growth.settle();
      growth.failed(why, isShortage);
      slots.notifyAll();
      return refuseIfHopeless(why);
    }
  }

  /** After a failure: refuse the waiting jobs if no helper will come up. */
  private List<Refusal> refuseIfHopeless(String why) {
    assert Thread.holdsLock(slots);
    if (!isHopeless()) {
      return List.of();
    }
    return queue.removeAll().stream()
        .map(job -> new Refusal(job, FailureReason.BOOT, why))
        .toList();
  }

  /** Whether no helper takes jobs and none is expected to. */
  private boolean isHopeless() {
    return growth.isParked() && census().useful() == 0;
  }

  /** When to check again whether to start one more; empty if a check is scheduled. */
  public Optional<Duration> growAgainIn() {
    synchronized (slots) {
      return growth.isStartDue() || !assess()
          ? growth.checkAgainIn(census())
          : growth.takeUntilStart();
    }
  }

  /**
   * Record helpers that have stayed since the last failure as a success, even if they had no job.
   */
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

  // Ending helpers.

  /**
   * Decides whether to replace a helper that has just become idle. Returns the worn helper once it
   * is idle and there are enough without it.
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

  /** Retire a helper. */
  public void retire(Helper helper) {
    synchronized (slots) {
      if (!helper.status().isRetired()) {
        idle.remove(helper);
        helper.status().enter(State.RETIRING);
      }
    }
  }

  /** Retire a helper if it is in this state; returns whether it was. */
  public boolean retireIf(State state, Helper helper) {
    synchronized (slots) {
      boolean isIn = helper.status().is(state);
      if (isIn) {
        retire(helper);
      }
      return isIn;
    }
  }

  /** Retire a helper if it is cleaning up after this job; returns whether it was. */
  public boolean retireIfCleaning(Helper helper, Job job) {
    synchronized (slots) {
      return helper.status().has(job) && retireIf(State.CLEANING, helper);
    }
  }

  /** Retire the helpers beyond the warm ones that have been idle for this long. */
  public List<Helper> retireIdleFor(Duration least) {
    synchronized (slots) {
      if (queue.waited().isPresent()) {
        return List.of(); // a long job may be waiting for one more helper
      }
      Growth.Census now = census();
      // The worn helper is not a spare: its replacement must stay.
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

  /** Retire the helpers that have been cleaning up for too long. */
  public List<Helper> retireHanging(KillTimes times) {
    synchronized (slots) {
      List<Helper> hanging =
          helpers.stream().filter(helper -> helper.status().hangs(times)).toList();
      hanging.forEach(this::retire);
      return hanging;
    }
  }

  /** Whether a helper is retired but has not ended yet. */
  public boolean isGoing(Helper helper) {
    synchronized (slots) {
      return helper.status().is(State.RETIRING);
    }
  }

  /**
   * A helper was killed a while ago. If it has not ended, it no longer counts as coming up: else no
   * other might ever be started. If it never came up, its failure is recorded now.
   *
   * @return empty if it has ended
   */
  public Optional<Leftover> stick(Helper helper) {
    synchronized (slots) {
      HelperStatus status = helper.status();
      if (!status.is(State.RETIRING)) {
        return Optional.empty();
      }
      boolean isNew = !status.isStuck(); // it may have been killed twice
      status.stick();
      Optional<String> failure =
          Optional.of("a helper did not come up, was killed, and does not end")
              .filter(why -> isNew && !status.hasComeUp());
      return Optional.of(new Leftover(status.job(), noteFailure(failure)));
    }
  }

  /** A helper has ended. */
  public Leftover remove(Helper helper, HelperExit death) {
    synchronized (slots) {
      helper.status().enter(State.DEAD);
      helpers.remove(helper);
      mayGrow = Safeguard.REPLACEMENT.on();
      slots.notifyAll();
      worn = worn.filter(other -> other != helper);
      return new Leftover(helper.status().job(), noteFailure(failure(helper.status(), death)));
    }
  }

  /** Records why a helper failed, if it did; returns the waiting jobs, if no helper comes up. */
  private List<Refusal> noteFailure(Optional<String> failure) {
    failure.ifPresent(why -> growth.failed(why, false));
    return failure.map(this::refuseIfHopeless).orElse(List.of());
  }

  /**
   * A reason not to start another helper at once; empty if the helper had a job: helpers killed
   * during jobs die no faster than jobs come. The failure of one that was stuck has been recorded.
   */
  private static Optional<String> failure(HelperStatus status, HelperExit death) {
    if (status.isStuck()) {
      return Optional.empty();
    }
    if (death.reason() == FailureReason.BOOT) {
      return Optional.of(death.detail());
    }
    return death.isByPool() || status.job().isPresent() || status.isProven()
        ? Optional.empty()
        : Optional.of("helpers come up and die before they finish a job: " + death.detail());
  }

  // Overviews and the end.

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
   * For people: a line for each helper and job, and summary lines.
   *
   * @param exits a summary of exits
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
   * @param exits exits by reason
   * @param kills the number of jobs that were ended
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

  /** Accept no more jobs and helpers; returns the jobs that were open. */
  public Collection<Job> close() {
    synchronized (slots) {
      stage = Stage.CLOSED;
      List<Job> open = new ArrayList<>(queue.removeAll());
      helpers.forEach(helper -> helper.status().job().ifPresent(open::add));
      return open;
    }
  }

  /** Waits until all helpers have ended; false if that took too long. */
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
