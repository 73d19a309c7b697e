package dev.bullpen.helper;

import dev.bullpen.posix.Child;
import dev.bullpen.posix.ExitStatus;
import dev.bullpen.posix.PidFd;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.ProcessGroup;
import dev.bullpen.posix.Signal;
import dev.bullpen.posix.Spawn;
import dev.bullpen.posix.SpawnRequest;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameWriter;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * One script from its spawn to the proof that nothing of it is left.
 *
 * <p>The script is over when its leader, the process we spawned, has ended: not when its output
 * ends, which a background process may hold open for ever. Output that is still coming then is
 * waited for as long as it comes, within {@link #DRAIN_LIMIT}; then the rest of the group is ended,
 * and whatever we have adopted.
 */
final class ScriptRun {
  /**
   * After the leader's end, a silence this long means that whoever holds the output has nothing to
   * say.
   */
  private static final Duration IDLE_GRACE = Duration.ofMillis(100);

  /** And a talker is cut off after this, so that a result is never later than 300 ms. */
  private static final Duration DRAIN_LIMIT = Duration.ofMillis(250);

  /**
   * How often an end is looked for where the system cannot announce it, or a whole group is waited
   * for.
   */
  private static final Duration LOOK_EVERY = Duration.ofMillis(5);

  private enum State {
    RUNNING,
    /** The leader has ended; output held open by others may go on for a moment. */
    DRAINING,
    /** TERM has been sent; the grace runs. */
    ENDING,
    OVER
  }

  private final Frame.Job job;
  private final int leader;
  private final ProcessGroup group;
  private final Optional<PidFd> end;
  private final Outputs outputs;
  private final Events events;
  private final FrameWriter out;

  private final long startedAt = System.nanoTime();
  private State state = State.RUNNING;
  private boolean announced;
  private boolean ended;
  private long quietSince;
  private long giveUpAt;

  private ScriptRun(Frame.Job job, int leader, Outputs outputs, Events events, FrameWriter out) {
    this.job = job;
    this.leader = leader;
    this.group = new ProcessGroup(leader);
    this.end = PidFd.open(leader);
    this.outputs = outputs;
    this.events = events;
    this.out = out;
    end.ifPresent(reference -> events.watch(Events.Source.EXIT, reference.descriptor()));
  }

  /**
   * Spawn the script; the supervisor will be told its group.
   *
   * @throws PosixException if it could not be started; nothing is left open or running then
   */
  static ScriptRun start(Frame.Job job, Events events, FrameWriter out) throws IOException {
    Outputs outputs = new Outputs(job, events, out);
    int leader;
    try {
      leader =
          Spawn.spawn(
              new SpawnRequest(
                  job.argv(),
                  job.environment(),
                  Optional.of(Path.of(job.directory())),
                  outputs.forScript(),
                  SpawnRequest.Placement.GROUP));
    } catch (PosixException | IllegalArgumentException e) {
      outputs.abandon();
      throw e;
    }
    outputs.watch();
    ScriptRun run = new ScriptRun(job, leader, outputs, events, out);
    out.gather(new Frame.Started(job.job(), leader));
    return run;
  }

  long job() {
    return job.job();
  }

  boolean isOver() {
    return state == State.OVER;
  }

  /** How long the next event may be waited for; empty if for ever. */
  Optional<Duration> patience() {
    return switch (state) {
      case RUNNING -> end.isPresent() && announced ? Optional.empty() : Optional.of(LOOK_EVERY);
      case DRAINING -> Optional.of(drainTimeLeft());
      case ENDING, OVER -> Optional.of(LOOK_EVERY);
    };
  }

  private Duration drainTimeLeft() {
    long now = System.nanoTime();
    long quiet = quietSince + IDLE_GRACE.toNanos() - now;
    return Duration.ofNanos(Math.max(0, Math.min(quiet, giveUpAt - now)));
  }

  /** End it: at once, or with TERM first if it is given a grace. */
  void kill(Duration grace) throws IOException {
    if (grace.isZero() || state == State.DRAINING) {
      finish();
    } else if (state == State.RUNNING) {
      signal(Signal.TERM);
      signal(Signal.CONT); // a stopped process does not see TERM
      state = State.ENDING;
      giveUpAt = System.nanoTime() + grace.toNanos();
    }
  }

  /** Take what has happened: output, the leader's end, a deadline. */
  void advance() throws IOException {
    if (outputs.take()) {
      quietSince = System.nanoTime();
    }
    lookForEnd();
    if (isToFinish()) {
      finish();
    } else if (!announced && System.nanoTime() - startedAt >= LOOK_EVERY.toNanos()) {
      // A script that is over sooner is announced together with its end: one write, one reader
      // woken.
      out.flush();
      announced = true;
    }
  }

  /**
   * The leader is not waited for here: as long as it is not, its number, and so the group's, is
   * nobody else's.
   */
  private void lookForEnd() throws PosixException {
    if (!ended) {
      ended = end.isPresent() ? events.isReady(Events.Source.EXIT) : Child.hasEnded(leader);
    }
    if (ended) {
      events.forget(Events.Source.EXIT);
      if (state == State.RUNNING) {
        state = State.DRAINING;
        quietSince = System.nanoTime();
        giveUpAt = quietSince + DRAIN_LIMIT.toNanos();
      }
    }
  }

  private boolean isToFinish() throws IOException {
    if (outputs.isOverLimit()) {
      return true;
    }
    return switch (state) {
      case RUNNING, OVER -> false;
      case DRAINING ->
          outputs.areClosed() || (Safeguard.IDLE_GRACE.on() && drainTimeLeft().isZero());
      case ENDING ->
          (ended && !Leftovers.exist(leader))
              || (Safeguard.KILL.on() && System.nanoTime() - giveUpAt >= 0);
    };
  }

  private void finish() throws IOException {
    signal(Signal.KILL);
    ExitStatus status = Child.await(leader);
    events.forget(Events.Source.EXIT);
    end.ifPresent(PidFd::close);
    outputs.close();
    state = State.OVER;
    boolean clean = !Child.any();
    out.write(exited(status, clean)); // the result need not wait for the cleaning
    if (!clean) {
      out.write(new Frame.Clean(job.job(), Leftovers.end()));
    }
  }

  private Frame.Exited exited(ExitStatus status, boolean clean) {
    boolean signalled = status instanceof ExitStatus.Signalled;
    int code =
        status instanceof ExitStatus.Exited exited
            ? exited.code()
            : ((ExitStatus.Signalled) status).signal();
    return new Frame.Exited(job.job(), signalled, code, outputs.isOverLimit(), clean);
  }

  private void signal(Signal signal) throws PosixException {
    if (Safeguard.GROUP.on()) {
      group.signal(signal);
    } else {
      Child.signal(leader, signal);
    }
  }
}
