package dev.bullpen.helper.job;

import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.proc.PidFd;
import dev.bullpen.posix.proc.ProcessGroup;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The process of a job's script, and the group it leads. It is reaped only after the last signal to
 * its group: until then no other process or group can get its number.
 */
public final class ScriptLeader implements Leader {
  /** A killed leader ends within a fraction of a millisecond. */
  private static final Duration PATIENCE = Duration.ofMillis(100);

  private static final Duration POLL_EVERY = Duration.ofMillis(5);

  private final int pid;
  private final ProcessGroup group;
  private final Optional<PidFd> end;
  private final Events events;
  private boolean ended;

  private ScriptLeader(int pid, Events events) {
    this.pid = pid;
    this.group = new ProcessGroup(pid);
    this.end = PidFd.open(pid);
    this.events = events;
    if (end.isPresent()) {
      events.watch(Events.Source.EXIT, end.get().descriptor());
    }
  }

  /**
   * Start it.
   *
   * @param pipes for its output; this process keeps the reading ends only
   */
  public static ScriptLeader spawn(Frame.Job job, Outputs.Pipes pipes, Events events)
      throws PosixException {
    int pid =
        Spawn.spawnOnceWritten(
            new SpawnRequest(
                job.argv(),
                EnvironmentBlock.ofBytes(job.environment()),
                job.directory(),
                pipes.forScript(),
                SpawnRequest.Placement.GROUP));
    pipes.handOver();
    return new ScriptLeader(pid, events);
  }

  @Override
  public int pid() {
    return pid;
  }

  @Override
  public boolean isWatched() {
    return end.isPresent();
  }

  @Override
  public boolean noticeEnd() throws PosixException {
    if (!ended) {
      ended = end.isPresent() ? events.isReady(Events.Source.EXIT) : Child.hasEnded(pid);
      if (ended) {
        events.forget(Events.Source.EXIT);
      }
    }
    return ended;
  }

  /**
   * Signals the whole group, and also the leader if it has moved to another group. That may be the
   * group of this helper, which is never signalled. KILL goes to the leader in any case: it may
   * come back to its group between the check and the signal, and its end is waited for.
   */
  @Override
  public void signal(Signal signal) throws PosixException {
    if (!Safeguard.GROUP.on()) {
      Child.signal(pid, signal);
    } else {
      group.signal(signal);
    }
    if (!ended && (signal == Signal.KILL || !group.has(pid))) {
      Child.signal(pid, signal);
    }
  }

  /**
   * While another process of the job traces the leader (ptrace(2)), its end is not reported to this
   * process. So if it takes long, all other processes are killed.
   */
  @Override
  public ExitStatus reap() throws IOException {
    events.forget(Events.Source.EXIT);
    Optional<ExitStatus> status = Child.poll(pid);
    while (status.isEmpty()) {
      Child.awaitEnd(pid, PATIENCE);
      status = Child.poll(pid);
      if (status.isEmpty()) {
        Leftovers.killOthers(pid);
        LockSupport.parkNanos(POLL_EVERY.toNanos());
      }
    }
    return status.get();
  }

  @Override
  public void close() {
    end.ifPresent(PidFd::close);
  }
}
