package dev.bullpen.helper;

import dev.bullpen.posix.Child;
import dev.bullpen.posix.EnvironmentBlock;
import dev.bullpen.posix.ExitStatus;
import dev.bullpen.posix.PidFd;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.ProcessGroup;
import dev.bullpen.posix.Signal;
import dev.bullpen.posix.Spawn;
import dev.bullpen.posix.SpawnRequest;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.Safeguard;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The process a job's script was spawned as, and the group it leads. It is waited for only when the
 * group has been signalled for the last time: until then its number, and so the group's, is nobody
 * else's.
 */
final class Leader {
  private final int pid;
  private final ProcessGroup group;
  private final Optional<PidFd> end;
  private final Events events;
  private boolean ended;

  private Leader(int pid, Events events) {
    this.pid = pid;
    this.group = new ProcessGroup(pid);
    this.end = PidFd.open(pid);
    this.events = events;
    end.ifPresent(reference -> events.watch(Events.Source.EXIT, reference.descriptor()));
  }

  /**
   * Start it.
   *
   * @param descriptors what it is given: its number → ours
   */
  static Leader spawn(Frame.Job job, Map<Integer, Integer> descriptors, Events events)
      throws PosixException {
    int pid =
        Spawn.spawn(
            new SpawnRequest(
                job.argv(),
                EnvironmentBlock.ofBytes(job.environment()),
                Optional.of(Path.of(job.directory())),
                descriptors,
                SpawnRequest.Placement.GROUP));
    return new Leader(pid, events);
  }

  int pid() {
    return pid;
  }

  /** Whether its end is an event; otherwise it has to be looked for. */
  boolean isWatched() {
    return end.isPresent();
  }

  /** Whether it has ended, by what the last wait for events has found. */
  boolean hasEnded() throws PosixException {
    if (!ended) {
      ended = end.isPresent() ? events.isReady(Events.Source.EXIT) : Child.hasEnded(pid);
      if (ended) {
        events.forget(Events.Source.EXIT);
      }
    }
    return ended;
  }

  /** To it and its whole group. */
  void signal(Signal signal) throws PosixException {
    if (Safeguard.GROUP.on()) {
      group.signal(signal);
    } else {
      Child.signal(pid, signal);
    }
  }

  /** Wait for it; no signal may follow, but {@link #close}. */
  ExitStatus bury() throws PosixException {
    events.forget(Events.Source.EXIT);
    return Child.await(pid);
  }

  void close() {
    end.ifPresent(PidFd::close);
  }
}
