package dev.bullpen.pool;

import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.HelperExit;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.StartFailure;
import dev.bullpen.pool.roster.Roster;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.thread.PoolThreads;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What helpers say, and what follows from it; on their own threads. */
final class Reports implements Helper.Listener {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  private final Roster roster;
  private final Handover handover;
  private final HelperExits exits;
  private final Expectations expectations;
  private final ProcessTree processes;
  private final PoolThreads threads;
  private final Runnable grow;
  private volatile Outlet outlet = Outlet.OPEN;

  /** Those whose script has ended, and whose outcome is not told yet. */
  private final Set<Job> unmade = ConcurrentHashMap.newKeySet();

  /**
   * @param grow starts helpers; on a hand
   */
  Reports(
      Roster roster,
      Handover handover,
      HelperExits exits,
      Expectations expectations,
      ProcessTree processes,
      PoolThreads threads,
      Runnable grow) {
    this.roster = roster;
    this.handover = handover;
    this.exits = exits;
    this.expectations = expectations;
    this.processes = processes;
    this.threads = threads;
    this.grow = grow;
  }

  /** Where what jobs bring goes to. */
  void heed(Outlet outlet) {
    this.outlet = outlet;
  }

  @Override
  public void heard(Helper helper, Frame.ToSupervisor frame) throws IOException {
    if (frame instanceof Frame.Hello hello) {
      comeUp(helper, hello);
      return;
    }
    if (frame instanceof Frame.Exiting) {
      helper.exiting();
      return;
    }
    Optional<Job> job = roster.jobOf(helper, frame.job());
    if (job.isPresent()) {
      heard(helper, job.get(), frame);
    } else {
      LOG.log(Level.DEBUG, "{0} speaks of a job it does not have: {1}", helper, frame);
    }
  }

  private void comeUp(Helper helper, Frame.Hello hello) throws IOException {
    if (roster.hasComeUp(helper)) {
      throw new IOException("it says hello once more");
    }
    LOG.log(Level.DEBUG, "{0} is ready; sub-reaper: {1}", helper, hello.subReaper());
    handover.carryOut(roster.ready(helper));
    expectations.all().forEach(helper::tell);
    threads.hand(grow);
    processes.warnIfUnseen(helper);
  }

  private void heard(Helper helper, Job job, Frame.ToSupervisor frame) throws IOException {
    if (frame instanceof Frame.Started started) {
      LOG.log(Level.DEBUG, "{0} runs {1} as process group {2}", helper, job, started.pid());
    } else if (frame instanceof Frame.Output output) {
      job.take(output);
    } else if (frame instanceof Frame.Event event) {
      job.take(event);
    } else if (frame instanceof Frame.Note note) {
      job.take(note);
    } else if (frame instanceof Frame.Exited exited) {
      // First the helper, then the answer: whoever waits for a helper need not wait for its
      // reading.
      unmade.add(job); // before the helper is free of it, so that a close misses no job
      handover.carryOut(exited.clean() ? roster.ready(helper) : roster.answered(helper));
      complete(job, exited);
    } else if (frame instanceof Frame.Refused refused) {
      refused(helper, job, refused);
    } else if (frame instanceof Frame.Clean clean) {
      cleaned(helper, job, clean);
    } else if (frame instanceof Frame.Spent) {
      LOG.log(Level.INFO, "{0} cannot be used again after {1}", helper, job);
      helper.spent();
      roster.retire(helper);
      threads.hand(grow);
    }
  }

  /** Jobs that have ended, and have no outcome until there is room for it. */
  Set<Job> unmade() {
    return Set.copyOf(unmade);
  }

  /** What it has written, if that is much, is made something of when there is room for it. */
  private void complete(Job job, Frame.Exited exited) {
    if (job.end(exited)) {
      outlet.whenRoom(() -> make(job, exited));
    } else {
      make(job, exited);
    }
  }

  private void make(Job job, Frame.Exited exited) {
    try {
      job.complete(exited);
    } finally {
      unmade.remove(job);
    }
  }

  private void refused(Helper helper, Job job, Frame.Refused refused) {
    job.fail(FailureReason.NOT_STARTED, StartFailure.of(job.request(), refused.errno()));
    if (helper.hasDesk()) {
      handover.carryOut(roster.ready(helper));
    } else {
      handover.renewOrKeep(helper);
    }
  }

  private void cleaned(Helper helper, Job job, Frame.Clean clean) throws IOException {
    if (roster.runnerOf(job).isPresent()) {
      throw new IOException("it is clean, and has not said how its job ended");
    }
    if (clean.ended() > 0 && job.isCompleted()) {
      LOG.log(Level.INFO, "{0} left {1}", job, LeftBehind.sentence(clean.ended(), clean.names()));
    }
    handover.carryOut(roster.ready(helper));
  }

  @Override
  public void lost(Helper helper) {
    roster.retire(helper);
  }

  @Override
  public void died(Helper helper, HelperExit death) {
    exits.reap(helper, death);
  }
}
