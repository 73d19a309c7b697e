package dev.bullpen.helper.leader;

import dev.bullpen.helper.output.OutputPipes;
import dev.bullpen.helper.poll.Events;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.proc.PidFd;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
import dev.bullpen.wire.Frame;
import java.util.List;
import java.util.Optional;

/**
 * The process a job's script was spawned as, and the group it leads. It is waited for only when the
 * group has been signalled for the last time: until then its number, and so the group's, is nobody
 * else's.
 */
public final class ScriptLeader implements Leader {
  private final int pid;
  private final ScriptGroup group;
  private final Optional<PidFd> end;
  private final Events events;
  private boolean ended;

  private ScriptLeader(int pid, Events events) {
    this.pid = pid;
    this.group = new ScriptGroup(pid);
    this.end = PidFd.open(pid);
    this.events = events;
    if (end.isPresent()) {
      events.watch(Events.Source.EXIT, end.get().descriptor());
    }
  }

  /**
   * Start it.
   *
   * @param pipes for what it writes; their writing ends are the script's alone then
   */
  public static ScriptLeader spawn(Frame.Job job, OutputPipes pipes, Events events)
      throws PosixException {
    int pid = spawn(job, pipes, job.argv());
    pipes.handOver();
    return new ScriptLeader(pid, events);
  }

  private static int spawn(Frame.Job job, OutputPipes pipes, List<String> argv)
      throws PosixException {
    try {
      return Spawn.spawnOnceWritten(request(job, pipes, argv));
    } catch (PosixException e) {
      Optional<List<String>> behindShell =
          e.errno() == Errno.ENOEXEC ? PlainScript.behindShell(argv) : Optional.empty();
      if (behindShell.isEmpty()) {
        throw e;
      }
      return spawn(job, pipes, behindShell.get());
    }
  }

  private static SpawnRequest request(Frame.Job job, OutputPipes pipes, List<String> argv) {
    return new SpawnRequest(
        argv,
        EnvironmentBlock.ofBytes(job.environment()),
        Optional.of(job.directory()),
        pipes.forScript(),
        SpawnRequest.Placement.GROUP);
  }

  /** What comes before and behind the start of a script, for a job that is none, and no process. */
  public static void rehearse(Frame.Job job, OutputPipes pipes) throws PosixException {
    Spawn.rehearse(request(job, pipes, job.argv()));
    PidFd.open(Self.pid()).ifPresent(PidFd::close);
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
  public boolean hasEnded() throws PosixException {
    if (!ended) {
      ended = end.isPresent() ? events.isReady(Events.Source.EXIT) : Child.hasEnded(pid);
      if (ended) {
        events.forget(Events.Source.EXIT);
      }
    }
    return ended;
  }

  @Override
  public void signal(Signal signal) throws PosixException {
    if (ended) {
      group.signal(signal);
    } else {
      group.signalWithLeader(signal);
    }
  }

  @Override
  public ExitStatus bury() throws PosixException {
    events.forget(Events.Source.EXIT);
    return Child.await(pid);
  }

  @Override
  public void close() {
    end.ifPresent(PidFd::close);
  }
}
