package dev.bullpen.pool;

import dev.bullpen.pool.helper.ExitLog;
import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.HelperExit;
import dev.bullpen.pool.helper.HelperStatus.State;
import dev.bullpen.pool.helper.KillTimes;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.StartFailure;
import dev.bullpen.pool.roster.Roster;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.thread.PoolThreads;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameException;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Carries out the decisions of the {@link Roster}, outside its lock: starts helpers, sends them
 * jobs, handles their reports, and clears up after helpers that have exited.
 *
 * <p>Reports arrive on the helper's own thread. Work that can block runs on a worker of the {@link
 * PoolThreads}.
 */
final class Helpers implements Helper.Listener {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** Far longer than a cold JVM needs on a busy machine. */
  private static final Duration HELLO_WITHIN = Duration.ofSeconds(20);

  private static final Duration RETRY_SOON = Duration.ofSeconds(1);

  /** This many retries follow each other quickly, because a shortage may soon be over. */
  private static final int QUICK_RETRIES = 60;

  private static final Duration RETRY_LATE = Duration.ofSeconds(10);

  private final Roster roster;
  private final PoolThreads threads;
  private final ProcessTree processes;
  private final KillLadder ladder;
  private final ExitLog exits = new ExitLog();

  /** Jobs whose script has ended, but which have no outcome yet. */
  private final Set<Job> concluding = ConcurrentHashMap.newKeySet();

  Helpers(Roster roster, PoolThreads threads, ProcessTree processes, KillTimes times) {
    this.roster = roster;
    this.threads = threads;
    this.processes = processes;
    this.ladder = new KillLadder(this, roster, threads, times);
  }

  KillLadder ladder() {
    return ladder;
  }

  ExitLog exits() {
    return exits;
  }

  /** Jobs that have ended, and get their outcome when there is room for it. */
  Set<Job> concluding() {
    return Set.copyOf(concluding);
  }

  // Giving jobs to helpers.

  void carryOut(Roster.Decision decision) {
    decision.assignment().ifPresent(this::begin);
    decision.refusal().ifPresent(Helpers::refuse);
    decision.growAfter().ifPresent(delay -> later(delay, this::grow));
    decision.replaced().ifPresent(worn -> ladder.letGo(worn, FailureReason.RECYCLED));
  }

  private static void refuse(Roster.Refusal refusal) {
    refusal.job().fail(refusal.reason(), refusal.detail());
  }

  /** Hand out waiting jobs while there are idle helpers. */
  void handOutAll() {
    Roster.Decision decision = roster.next();
    while (decision.assignment().isPresent()) {
      carryOut(decision);
      decision = roster.next();
    }
    carryOut(decision);
  }

  private void begin(Roster.Assignment assignment) {
    Helper helper = assignment.helper();
    Job job = assignment.job();
    try {
      Optional<Frame.Job> frame = helper.setup().frame(job);
      if (frame.isEmpty()) {
        job.fail(FailureReason.NO_EXCHANGE_FOLDER, processes.folders().failure());
        renewOrKeep(helper);
        return;
      }
      job.clock().start(job.request().limits().timeout(), () -> ladder.expire(job));
      helper.send(frame.get());
    } catch (RuntimeException | FrameException e) { // such as for a NUL in a variable
      notSent(helper, job, e.getMessage());
      return;
    } catch (Error e) { // such as for a class that is missing
      LOG.log(Level.ERROR, job + " cannot be sent to " + helper, e);
      notSent(helper, job, e.toString());
      return;
    }
    if (!job.isOpen()) {
      // Cancelled or timed out during the hand-over: the kill may have overtaken the job.
      ladder.sendKill(helper, job);
    }
  }

  private void notSent(Helper helper, Job job, String why) {
    job.fail(FailureReason.NOT_STARTED, why);
    threads.execute(() -> carryOut(roster.ready(helper))); // no recursion: many may wait
  }

  /**
   * Replace a helper that has no exchange folder and so could not run its job, if a new helper
   * would get a folder. Otherwise keep it.
   */
  private void renewOrKeep(Helper helper) {
    threads.execute( // no recursion: many may wait
        () -> {
          if (processes.folders().tryOne()) {
            roster.retire(helper);
            ladder.letGo(helper, FailureReason.SHUTDOWN);
            grow();
          } else {
            carryOut(roster.ready(helper));
          }
        });
  }

  /**
   * Do the same for idle helpers: the disk was full when they were started, or a program has
   * removed their folders. The caller then starts others.
   */
  void renewIdle() {
    for (Helper helper : roster.allIdle()) {
      if (!helper.hasExchangeFolder()
          && processes.folders().tryOne()
          && roster.retireIf(State.IDLE, helper)) {
        ladder.letGo(helper, FailureReason.SHUTDOWN);
      }
    }
  }

  // Starting helpers.

  /**
   * Hand out the jobs that may now have a helper, start the helpers that are due, and schedule the
   * next check. Runs on a worker.
   */
  void grow() {
    handOutAll();
    for (Optional<Integer> id = roster.reserve(); id.isPresent(); id = roster.reserve()) {
      try {
        Optional<String> objection = processes.objection();
        if (objection.isPresent()) {
          notStarted(id.get(), objection.get(), false);
        } else {
          start(id.get());
        }
      } catch (PosixException e) {
        notStarted(id.get(), processes.command().explain(e), Errno.isShortage(e.errno()));
      } catch (RuntimeException | Error e) { // no memory, for example: the next try may have some
        LOG.log(Level.ERROR, "helper " + id.get() + " cannot be started", e);
        notStarted(id.get(), e.toString(), e instanceof OutOfMemoryError);
      }
    }
    roster.growAgainIn().ifPresent(delay -> later(delay, this::grow));
  }

  private void start(int id) throws PosixException {
    Helper helper = processes.start(id, threads, this);
    if (!roster.enter(helper)) {
      helper.dismiss();
    }
    threads.after(HELLO_WITHIN, () -> giveUpOn(helper));
  }

  private void notStarted(int id, String why, boolean isShortage) {
    LOG.log(Level.WARNING, "helper {0} cannot be started: {1}", id, why);
    roster.notStarted(why, isShortage).forEach(Helpers::refuse);
  }

  private void giveUpOn(Helper helper) {
    if (roster.retireIf(State.STARTING, helper)) {
      ladder.kill(helper, FailureReason.BOOT);
    }
  }

  // Reports of helpers.

  @Override
  public void received(Helper helper, Frame.ToSupervisor frame) throws IOException {
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
      received(helper, job.get(), frame);
    } else {
      LOG.log(Level.DEBUG, "{0} reports a job that it does not have: {1}", helper, frame);
    }
  }

  private void comeUp(Helper helper, Frame.Hello hello) throws IOException {
    if (roster.hasComeUp(helper)) {
      throw new IOException("it sent a second hello");
    }
    LOG.log(Level.DEBUG, "{0} is ready; sub-reaper: {1}", helper, hello.subReaper());
    carryOut(roster.ready(helper));
    threads.execute(this::grow);
    processes.warnIfUnseen(helper);
  }

  private void received(Helper helper, Job job, Frame.ToSupervisor frame) throws IOException {
    if (frame instanceof Frame.Started started) {
      LOG.log(Level.DEBUG, "{0} runs {1} as process group {2}", helper, job, started.pid());
      job.started(started.pid());
    } else if (frame instanceof Frame.Output output) {
      job.take(output);
    } else if (frame instanceof Frame.Event event) {
      job.take(event);
    } else if (frame instanceof Frame.Note note) {
      job.take(note);
    } else if (frame instanceof Frame.Exited exited) {
      exited(helper, job, exited);
    } else if (frame instanceof Frame.Refused refused) {
      refused(helper, job, refused);
    } else if (frame instanceof Frame.Clean clean) {
      cleaned(helper, job, clean);
    } else if (frame instanceof Frame.Spent) {
      LOG.log(Level.INFO, "{0} cannot be used again after {1}", helper, job);
      helper.spent();
      roster.retire(helper);
      ladder.killIfItStays(helper);
      threads.execute(this::grow);
    }
  }

  private void refused(Helper helper, Job job, Frame.Refused refused) {
    boolean hasFolder = helper.hasExchangeFolder();
    if (hasFolder || job.request().exchange().isEmpty()) {
      job.fail(FailureReason.NOT_STARTED, StartFailure.of(job.request(), refused.errno()));
    } else {
      job.fail(
          FailureReason.NO_EXCHANGE_FOLDER,
          "the temporary folder %s (TMPDIR) has been removed"
              .formatted(helper.setup().folders().orElseThrow().exchange()));
    }
    if (hasFolder) {
      carryOut(roster.ready(helper));
    } else {
      renewOrKeep(helper);
    }
  }

  /** Hand the helper its next job before reading this one's outcome. */
  private void exited(Helper helper, Job job, Frame.Exited exited) {
    concluding.add(job); // before the helper is released, so that close() misses no job
    if (exited.clean()) {
      carryOut(roster.ready(helper));
    } else {
      roster.reportedEnd(helper);
    }
    if (job.end(exited)) {
      job.request().owner().backpressure().whenRoom(() -> conclude(job, exited));
    } else {
      conclude(job, exited);
    }
  }

  private void conclude(Job job, Frame.Exited exited) {
    try {
      job.complete(exited);
    } finally {
      concluding.remove(job);
    }
  }

  private void cleaned(Helper helper, Job job, Frame.Clean clean) throws IOException {
    if (roster.runnerOf(job).isPresent()) {
      throw new IOException("it reported clean before it reported the end of its job");
    }
    if (clean.ended() > 0 && job.isCompleted()) {
      LOG.log(
          Level.INFO, "{0} left {1}", job, ProcessTree.leftBehind(clean.ended(), clean.names()));
    }
    carryOut(roster.ready(helper));
  }

  // Ending helpers.

  @Override
  public void lost(Helper helper) {
    roster.retire(helper);
  }

  /** Log the exit, fail the helper's job, start another helper, and end and remove what it left. */
  @Override
  public void died(Helper helper, HelperExit seen) {
    HelperExit exit = exits.explain(seen);
    Roster.Leftover left = roster.remove(helper, exit);
    exits.add(helper, exit, left.job());
    if (!Safeguard.REPLACEMENT.on()) {
      return;
    }
    left.job().ifPresent(job -> job.fail(exit.reason(), exit.detail()));
    left.refused().forEach(Helpers::refuse);
    threads.execute(this::grow);
    endAfter(helper, left.job(), 1);
  }

  /**
   * A helper was killed a while ago. If it lives, it may do so for ever, so the processes of its
   * job are ended now, and others are started without it. Its folders are removed after its end.
   */
  void endJobOfStuck(Helper helper) {
    Optional<Roster.Leftover> left = roster.stick(helper);
    if (left.isPresent()) {
      LOG.log(
          Level.WARNING,
          "{0} was killed but has not ended: it is frozen, stuck in the kernel, or traced",
          helper);
      threads.execute(
          () -> {
            left.get().refused().forEach(Helpers::refuse);
            grow();
          });
      threads.execute(() -> endAfter(helper, left.get().job(), 1));
    }
  }

  /** Retries what failed temporarily, for example for lack of a descriptor. */
  private void endAfter(Helper helper, Optional<Job> job, int tries) {
    if (!hasEndedAfter(helper, job)) {
      later(
          tries < QUICK_RETRIES ? RETRY_SOON : RETRY_LATE, () -> endAfter(helper, job, tries + 1));
    } else if (!roster.isGoing(helper)) {
      clearAfter(helper, 1);
    }
  }

  private boolean hasEndedAfter(Helper helper, Optional<Job> job) {
    try {
      return processes.endAfter(helper, job);
    } catch (RuntimeException | Error e) { // such as for want of native memory
      LOG.log(Level.ERROR, "the processes of " + helper + " cannot be ended now", e);
      return false;
    }
  }

  /** Retries a limited number of times: another user's files can never be removed. */
  private void clearAfter(Helper helper, int tries) {
    if (!processes.clearAfter(helper) && tries < QUICK_RETRIES) {
      later(RETRY_SOON, () -> clearAfter(helper, tries + 1));
    }
  }

  private void later(Duration delay, Runnable task) {
    threads.after(delay, () -> threads.execute(task));
  }
}
