package dev.bullpen.helper.job;

import dev.bullpen.posix.Errno;
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
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The process of a job's script, and the group it leads. It is reaped only after the last signal to
 * its group: until then no other process or group can get its number.
 */
public final class ScriptLeader implements Leader {
  /** As much as bash reads to recognise a text. */
  private static final int HEAD_BYTES = 80;

  /** A killed leader ends within a fraction of a millisecond. */
  private static final Duration PATIENCE = Duration.ofMillis(100);

  private static final Duration POLL_EVERY = Duration.ofMillis(5);

  private static final String LAST_RESORT = "/bin/sh";

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
   * Start it. An executable text without a {@code #!} line is run by a shell, as a shell would do;
   * the kernel refuses it (ENOEXEC, execve(2)).
   *
   * @param pipes for its output; this process keeps the reading ends only
   */
  public static ScriptLeader spawn(Frame.Job job, Outputs.Pipes pipes, Events events)
      throws PosixException {
    int pid = spawn(job, pipes, job.argv());
    pipes.handOver();
    return new ScriptLeader(pid, events);
  }

  private static int spawn(Frame.Job job, Outputs.Pipes pipes, List<String> argv)
      throws PosixException {
    try {
      return Spawn.spawnOnceWritten(
          new SpawnRequest(
              argv,
              EnvironmentBlock.ofBytes(job.environment()),
              job.directory(),
              pipes.forScript(),
              SpawnRequest.Placement.GROUP));
    } catch (PosixException e) {
      if (e.errno() != Errno.ENOEXEC || !isText(Path.of(argv.get(0)))) {
        throw e;
      }
      List<String> behindShell = new ArrayList<>(argv);
      behindShell.add(0, shell());
      return spawn(job, pipes, behindShell);
    }
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

  /** Decides by the first bytes, as bash does to recognise a program of another system. */
  private static boolean isText(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      for (byte one : in.readNBytes(HEAD_BYTES)) {
        if (one == 0) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static String shell() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> folder.startsWith("/"))
        .map(folder -> Path.of(folder, "bash"))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Path::toString)
        .orElse(LAST_RESORT);
  }
}
