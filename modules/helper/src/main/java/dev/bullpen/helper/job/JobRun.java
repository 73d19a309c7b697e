package dev.bullpen.helper.job;

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
 * <p>The job is over when its leader has ended, not when its output ends: a background process may
 * hold that open for ever. Output that still comes is taken within {@link #DRAIN_LIMIT}. Then the
 * rest of the group is ended, and all processes that this helper has adopted.
 */
public final class JobRun {
  /** If nothing comes for so long after the leader's end, no more output is waited for. */
  private static final Duration IDLE_GRACE = Duration.ofMillis(100);

  /** Output that goes on is cut off then, so that a result is at most 300 ms late. */
  private static final Duration DRAIN_LIMIT = Duration.ofMillis(250);

  /** How often the end of a leader is polled for if it is no event, and that of a group. */
  private static final Duration POLL_EVERY = Duration.ofMillis(5);

  /**
   * Most completions are over by then, so supervisor and helper are woken once for each. Output of
   * a script meanwhile fits into its pipes, or waits there.
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
  private final Optional<ExchangeFolder> exchange;
  private final Optional<JobFolder> temporary;
  private final Events events;
  private final FrameWriter out;

  private final long startedAt = System.nanoTime();
  private final Leftovers.ProcessNames names = new Leftovers.ProcessNames();
  private State state = State.RUNNING;
  private final Set<Integer> asked = new HashSet<>();
  private boolean settled;
  private boolean reaped;
  private long quietSince;
  private long giveUpAt;

  /**
   * Follow a job that has been started, and report its process. At the job's end the pipes are
   * closed.
   */
  public JobRun(
      Frame.Job job, Workplace workplace, Leader leader, Outputs.Pipes pipes, FrameWriter out)
      throws IOException {
    this.job = job;
    this.leader = leader;
    this.events = workplace.events();
    this.outputs = new Outputs(job, pipes, events, out);
    this.exchange = job.exchange().isPresent() ? workplace.exchange() : Optional.empty();
    this.temporary = workplace.temporary();
    this.out = out;
    if (!leader.isWatched()) {
      outputs.watch();
    }
    out.gather(new Frame.Started(job.job(), leader.pid()));
  }

  public long job() {
    return job.job();
  }

  public boolean isOver() {
    return state == State.OVER;
  }

  /** How long the next event may be waited for; empty for no limit. */
  public Optional<Duration> patience() {
    return switch (state) {
      case RUNNING -> settled ? patienceWhileRunning() : Optional.of(MOMENT);
      case DRAINING -> Optional.of(drainTimeLeft());
      case ENDING, OVER -> Optional.of(POLL_EVERY);
    };
  }

  private Optional<Duration> patienceWhileRunning() {
    return leader.isWatched()
        ? exchange.flatMap(ExchangeFolder::patience)
        : Optional.of(POLL_EVERY);
  }

  private Duration drainTimeLeft() {
    long now = System.nanoTime();
    long quiet = quietSince + IDLE_GRACE.toNanos() - now;
    return Duration.ofNanos(Math.max(0, Math.min(quiet, giveUpAt - now)));
  }

  /** End it: at once without a grace, or with TERM first. */
  public void kill(Duration grace) throws IOException {
    if (grace.isZero() || state == State.DRAINING) {
      finish();
    } else if (state == State.RUNNING) {
      outputs.report(); // the supervisor need not wait for the end of the grace
      exchange.ifPresent(ExchangeFolder::announceCancel);
      leader.signal(Signal.TERM);
      leader.signal(Signal.CONT); // a stopped process does not see TERM
      state = State.ENDING;
      giveUpAt = System.nanoTime() + grace.toNanos();
    }
  }

  /**
   * Kill its leader with the whole group, and report nothing. Does nothing once the leader has been
   * reaped, because its number may then be another's. What has left the group is for {@link
   * Leftovers}.
   */
  public void abandon() throws IOException {
    if (!reaped) {
      leader.signal(Signal.KILL);
    }
  }

  /** Put a file into the exchange folder, if the job uses it. */
  public void put(String name, byte[] bytes) {
    exchange.ifPresent(folder -> folder.put(name, bytes));
    leader.noticeFile();
  }

  /** Take what has happened: output, the leader's end, events, a deadline. */
  public void advance() throws IOException {
    if (outputs.take()) {
      quietSince = System.nanoTime();
    }
    if (leader.noticeEnd() && state == State.RUNNING) {
      drain();
      events.check(); // mostly all output is there, and this is the end
      outputs.take();
    }
    if (exchange.isPresent()) {
      List<Frame> taken = exchange.get().take(state == State.RUNNING);
      gather(taken);
      if (!taken.isEmpty()) {
        out.flush();
      }
    }
    if (checkForEnd()) {
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

  /** The job runs longer than a moment: report that, and take its output as it comes. */
  private void settle() throws IOException {
    settled = true;
    outputs.watch();
    out.flush();
  }

  /** Whether to finish now. During its grace, all remaining children are asked to end. */
  private boolean checkForEnd() throws IOException {
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
    reaped = true;
    ExitStatus status = leader.reap();
    outputs.end();
    // The order matters. A fit helper has no thread left that could start a process. If no process
    // is left either, the check of the folders stays valid.
    boolean fit = leader.awaitFitHelper();
    boolean alone = !Child.any();
    boolean inOrder = fit && alone;
    if (exchange.isPresent()) {
      gather(exchange.get().end());
      inOrder = inOrder && exchange.get().tidy();
    }
    state = State.OVER;
    boolean clean = inOrder && temporary.map(JobFolder::isIntact).orElse(true);
    out.write(exited(status, clean)); // the result does not wait for the cleanup
    Self.yield(); // to the process that the result has woken
    outputs.close();
    leader.close();
    if (!clean) {
      cleanUp(fit, alone);
    }
  }

  private void gather(List<Frame> frames) throws IOException {
    for (Frame frame : frames) {
      out.gather(frame);
    }
  }

  /**
   * End what is left of the job and report that. If it cannot be ended, report that and end this
   * helper.
   *
   * @param fit whether this JVM is in order for another job
   * @param alone whether no process of the job is left
   */
  private void cleanUp(boolean fit, boolean alone) throws IOException {
    long deadline = Leftovers.deadline(!fit);
    List<Integer> ended = alone ? List.of() : Leftovers.end(names, deadline);
    boolean rid = alone || !Leftovers.stay();
    if (!clearExchange() || !fit || !rid || !clearTemporary()) {
      HelperLog.awaitWritten();
      Leftovers.end(names, deadline); // last, as threads of a provider may go on starting processes
      out.write(new Frame.Spent(job.job()));
      Self.killGroup();
    }
    out.write(new Frame.Clean(job.job(), ended.size(), names.of(ended)));
  }

  private boolean clearTemporary() {
    return temporary.map(JobFolder::clear).orElse(true);
  }

  /**
   * False if the folder cannot be put in order: a script may have removed it, or mounted something
   * there.
   */
  private boolean clearExchange() {
    try {
      if (exchange.isPresent()) {
        exchange.get().clear();
      }
      return true;
    } catch (IOException e) {
      HelperLog.warn("the exchange folder of a job cannot be put in order: " + e.getMessage());
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
