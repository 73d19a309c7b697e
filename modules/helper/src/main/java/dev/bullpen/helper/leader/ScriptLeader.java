package dev.bullpen.helper.leader;

import dev.bullpen.helper.output.OutputPipes;
import dev.bullpen.helper.poll.Events;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.proc.PidFd;
import dev.bullpen.posix.proc.ProcessGroup;
import dev.bullpen.posix.proc.Self;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The process a job's script was spawned as, and the group it leads. It is waited for only when the
 * group has been signalled for the last time: until then its number, and so the group's, is nobody
 * else's.
 */
public final class ScriptLeader implements Leader {
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
        job.directory(),
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
   * To all who are in the group, and to a leader who has left it for another, ours for instance,
   * which is never signalled. KILL reaches him in any case: he may come back before we look, and is
   * going to be waited for.
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

  @Override
  public ExitStatus reap() throws PosixException {
    events.forget(Events.Source.EXIT);
    return Child.await(pid);
  }

  @Override
  public void close() {
    end.ifPresent(PidFd::close);
  }

  /**
   * A text that may be executed but has no {@code #!} line. The kernel does not know what runs it
   * (ENOEXEC, execve(2)); a shell that was to start it would run it itself, and bash was what
   * started scripts before.
   */
  private static final class PlainScript {
    /** As much as bash looks at to tell a text from a program of another system. */
    private static final int HEAD_BYTES = 80;

    private static final String LAST_RESORT = "/bin/sh";

    private PlainScript() {}

    /** The arguments that have a shell run it; empty if it is no text. */
    static Optional<List<String>> behindShell(List<String> argv) {
      if (!isText(Path.of(argv.get(0)))) {
        return Optional.empty();
      }
      List<String> behind = new ArrayList<>();
      behind.add(shell());
      behind.addAll(argv);
      return Optional.of(behind);
    }

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
}
