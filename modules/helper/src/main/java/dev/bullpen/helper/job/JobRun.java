package dev.bullpen.helper.job;

import dev.bullpen.helper.folder.JobFolder;
import dev.bullpen.helper.leader.Leader;
import dev.bullpen.helper.log.HelperLog;
import dev.bullpen.helper.output.OutputPipes;
import dev.bullpen.helper.output.Outputs;
import dev.bullpen.helper.poll.Events;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameWriter;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One job, a script or a provider, from its start to the proof that nothing of it is left.
 *
 * <p>The job is over when its leader, the process we spawned or the provider's thread, has ended:
 * not when its output ends, which a background process may hold open for ever. Output that is still
 * coming then is waited for as long as it comes, within {@link #DRAIN_LIMIT}; then the rest of the
 * group is ended, and whatever we have adopted.
 */
public final class JobRun {
  /** After the leader's end, a silence this long means that no more output comes. */
  private static final Duration IDLE_GRACE = Duration.ofMillis(100);

  /** And a talker is cut off after this, so that a result is never later than 300 ms. */
  private static final Duration DRAIN_LIMIT = Duration.ofMillis(250);

  /** How often an end is polled for that the system does not announce, or that of a group. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(5);

  /**
   * Most completions are over by then; their supervisor is woken once, and so are we. What they
   * write meanwhile fits into their pipes, or waits there.
   */
  private static final Duration MOMENT = Duration.ofMillis(3);

  private enum State {
    RUNNING,
    /** The leader has ended; output held open by others may go on for a moment. */
    DRAINING,
    ENDING,
    OVER
  }

  private final Frame.Job job;
  private final Leader leader;
  private final Outputs outputs;
  private final Optional<DeskTraffic> traffic;
  private final Optional<JobFolder> temporary;
  private final Events events;
  private final FrameWriter out;

  private final long startedAt = System.nanoTime();
  private final Leftovers.ProcessNames names = new Leftovers.ProcessNames();
  private State state = State.RUNNING;
  private final Set<Integer> asked = new HashSet<>();
  private boolean settled;
  private long quietSince;
  private long giveUpAt;

  private JobRun(
      Frame.Job job,
      Workplace workplace,
      Leader leader,
      Outputs outputs,
      Optional<DeskTraffic> traffic,
      FrameWriter out) {
    this.job = job;
    this.leader = leader;
    this.outputs = outputs;
    this.traffic = traffic;
    this.temporary = workplace.folders().temporary();
    this.events = workplace.events();
    this.out = out;
    if (!leader.isWatched()) {
      outputs.watch();
    }
  }

  /**
   * Start it; the supervisor will be told its group.
   *
   * @param pipes for what it writes; closed when it is over
   * @throws PosixException if it could not be started; nothing is left open or running then
   */
  public static JobRun start(Frame.Job job, Workplace workplace, OutputPipes pipes, FrameWriter out)
      throws IOException {
    Optional<DeskTraffic> traffic = Optional.empty();
    Leader leader;
    try {
      traffic = DeskTraffic.open(job, workplace.folders().desk(), workplace.events(), out);
      leader = workplace.start(job, pipes);
    } catch (PosixException | IllegalArgumentException e) {
      pipes.close();
      if (traffic.isPresent()) {
        traffic.get().close();
      }
      throw e;
    }
    Outputs outputs = new Outputs(job, pipes, workplace.events(), out);
    JobRun run = new JobRun(job, workplace, leader, outputs, traffic, out);
    out.gather(new Frame.Started(job.job(), leader.pid()));
    return run;
  }

  public long job() {
    return job.job();
  }

  public boolean isOver() {
    return state == State.OVER;
  }

  /** How long the next event may be waited for; empty if for ever. */
  public Optional<Duration> patience() {
    return switch (state) {
      case RUNNING -> settled ? patienceWhileRunning() : Optional.of(MOMENT);
      case DRAINING -> Optional.of(drainTimeLeft());
      case ENDING, OVER -> Optional.of(LOOK_EVERY);
    };
  }

  private Optional<Duration> patienceWhileRunning() {
    return leader.isWatched() ? traffic.flatMap(DeskTraffic::patience) : Optional.of(LOOK_EVERY);
  }

  private Duration drainTimeLeft() {
    long now = System.nanoTime();
    long quiet = quietSince + IDLE_GRACE.toNanos() - now;
    return Duration.ofNanos(Math.max(0, Math.min(quiet, giveUpAt - now)));
  }

  /** End it: at once, or with TERM first if it is given a grace. */
  public void kill(Duration grace) throws IOException {
    if (grace.isZero() || state == State.DRAINING) {
      finish();
    } else if (state == State.RUNNING) {
      outputs.report(); // who waits for a result need not wait for the grace
      traffic.ifPresent(DeskTraffic::announceCancel);
      leader.signal(Signal.TERM);
      leader.signal(Signal.CONT); // a stopped process does not see TERM
      state = State.ENDING;
      giveUpAt = System.nanoTime() + grace.toNanos();
    }
  }

  /** A file for the script; unread if the job wants nothing with the desk. */
  public void put(String name, byte[] bytes) {
    traffic.ifPresent(open -> open.put(name, bytes));
    leader.told();
  }

  /** Take what has happened: output, the leader's end, events, a deadline. */
  public void advance() throws IOException {
    if (outputs.take()) {
      quietSince = System.nanoTime();
    }
    if (leader.noticeEnd() && state == State.RUNNING) {
      drain();
      events.look(); // mostly all is there, and this is the end
      outputs.take();
    }
    if (traffic.isPresent()) {
      traffic.get().take(state == State.RUNNING);
    }
    if (lookForTheEnd()) {
      finish();
    } else if (!settled && System.nanoTime() - startedAt >= MOMENT.toNanos()) {
      settle();
    }
  }

  private void drain() {
    state = State.DRAINING;
    outputs.watch();
    quietSince = System.nanoTime();
    giveUpAt = quietSince + DRAIN_LIMIT.toNanos();
  }

  /** It runs longer than a moment: say so, and take its output as it comes. */
  private void settle() throws IOException {
    settled = true;
    outputs.watch();
    out.flush();
  }

  /** Whether it is to be finished now. In its grace all who are left are asked to end. */
  private boolean lookForTheEnd() throws IOException {
    if (outputs.isOverLimit() && !isOver()) {
      return true;
    }
    return switch (state) {
      case RUNNING, OVER -> false;
      case DRAINING ->
          outputs.areClosed() || (Safeguard.IDLE_GRACE.on() && drainTimeLeft().isZero());
      case ENDING ->
          (leader.noticeEnd() && !Leftovers.askOthers(leader.pid(), asked))
              || (Safeguard.KILL.on() && System.nanoTime() - giveUpAt >= 0);
    };
  }

  private void finish() throws IOException {
    if (state == State.DRAINING) {
      names.readAllBut(leader.pid()); // before what is left of its group is killed
    }
    leader.signal(Signal.KILL);
    ExitStatus status = leader.reap();
    outputs.end();
    // In this order: a fit helper has no thread left that could start a process, and when there is
    // no process either, what is found from then on stays so.
    boolean fit = leader.awaitFitHelper();
    boolean alone = !Child.any();
    boolean inOrder = endTraffic(fit && alone);
    state = State.OVER;
    boolean clean = inOrder && temporary.map(JobFolder::isIntact).orElse(true);
    out.write(exited(status, clean)); // the result need not wait for the cleaning
    Self.yield(); // to the process that the result has woken
    outputs.close();
    leader.close();
    if (!clean) {
      cleanUp(fit, alone);
    }
  }

  /**
   * End what is left of the job and say so; if that cannot be, say so and end this helper.
   *
   * @param fit whether this JVM is as it should be for the next job
   * @param alone whether no process is left
   */
  private void cleanUp(boolean fit, boolean alone) throws IOException {
    List<Integer> ended = alone ? List.of() : Leftovers.end(names);
    boolean rid = alone || !Leftovers.stay();
    if (!clearDesk() || !fit || !rid || !clearTemporary()) {
      Leftovers.end(names);
      out.write(new Frame.Spent(job.job()));
      HelperLog.awaitWritten();
      Self.killGroup();
    }
    out.write(new Frame.Clean(job.job(), ended.size(), names.of(ended)));
  }

  /**
   * @param settled whether no process or thread is left that could change anything
   * @return whether that is so, and the desk certainly is as the next job is to find it
   */
  private boolean endTraffic(boolean settled) throws IOException {
    return traffic.isPresent() ? traffic.get().end(settled) : settled;
  }

  private boolean clearTemporary() {
    return temporary.map(JobFolder::clear).orElse(true);
  }

  /** One that was removed cannot be put in order, nor one that is a mount now. */
  private boolean clearDesk() {
    try {
      if (traffic.isPresent()) {
        traffic.get().close();
      }
      return true;
    } catch (IOException e) {
      HelperLog.warn("the desk of a job cannot be put in order: " + e.getMessage());
      return false;
    }
  }

  private Frame.Exited exited(ExitStatus status, boolean clean) {
    boolean signalled = status instanceof ExitStatus.Signalled;
    int code =
        status instanceof ExitStatus.Exited exited
            ? exited.code()
            : ((ExitStatus.Signalled) status).signal();
    return new Frame.Exited(job.job(), signalled, code, outputs.overflow(), clean);
  }
}
