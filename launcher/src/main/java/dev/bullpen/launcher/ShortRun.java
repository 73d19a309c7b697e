package dev.bullpen.launcher;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.IoBuffer;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.Poll;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.proc.ProcessGroup;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a program that ends soon: an interpreter or a compiler that only checks a file, or a script
 * of the project that a command needs before there is a server. The program has no input. Its whole
 * process group is killed when its time is up or this process ends.
 *
 * @param environment all of it
 * @param limit for one run
 */
public record ShortRun(Map<String, String> environment, Duration limit, Errors errors) {
  private static final int OUTPUT_BYTES = 1024 * 1024;

  /** The destination of the program's error output. */
  public enum Errors {
    WITH_ITS_OUTPUT,
    OF_THIS_PROCESS
  }

  public ShortRun(Map<String, String> environment, Duration limit) {
    this(environment, limit, Errors.WITH_ITS_OUTPUT);
  }

  /** How often the program's end is checked while it writes nothing. */
  private static final Duration CHECK_EVERY = Duration.ofMillis(100);

  /** A killed process ends within a millisecond, on a busy machine a little later. */
  private static final Duration ENDED_WITHIN = Duration.ofSeconds(5);

  private static final String SHELL = "/bin/sh";
  private static final int STANDARD_ERROR = 2;
  private static final int LIFE_LINE = 3;

  /** Kills the process group when the pipe that this process holds is closed. */
  private static final String WATCHED =
      "{ read _ <&3; kill -9 0; } >/dev/null 2>&1 & exec 3<&-; exec \"$@\"";

  /** A shell's exit codes for SIGKILL, and for a program that it cannot start. */
  private static final int KILLED = 128 + 9;

  private static final List<Integer> NOT_STARTED = List.of(126, 127);

  /**
   * The result of a run.
   *
   * @param output standard output, mixed with error output for {@link Errors#WITH_ITS_OUTPUT}
   */
  public record Result(int exitCode, String output) {
    public boolean isWhole() {
      return exitCode != KILLED && !NOT_STARTED.contains(exitCode);
    }
  }

  /** Runs a program; empty if it does not end within the limit. */
  public Optional<Result> run(List<String> command, Path folder) throws PosixException {
    long deadline = System.nanoTime() + limit.toNanos();
    try (Pipe life = Pipe.open();
        Pipe output = Pipe.open()) {
      int pid = Spawn.spawn(request(command, folder, life, output));
      output.writing().close();
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      boolean inTime;
      ExitStatus end;
      try {
        inTime =
            readToItsEnd(pid, output.reading(), said, deadline)
                && Child.awaitEnd(pid, left(deadline));
      } finally {
        new ProcessGroup(pid).signal(Signal.KILL);
        end = Child.await(pid);
      }
      return inTime
          ? Optional.of(new Result(end.shellCode(), said.toString(StandardCharsets.UTF_8)))
          : Optional.empty();
    }
  }

  /**
   * Runs a script of the project, of which no process may be left. A descendant that has left the
   * process group becomes a child of this process when it loses its parent, and is killed. Not for
   * a command that has other children. On macOS only the group is killed.
   */
  public Optional<Result> runAlone(List<String> command, Path folder) throws IOException {
    Self.becomeSubReaper();
    try {
      return run(command, folder);
    } finally {
      endChildren();
    }
  }

  /**
   * Kill all children; all of them before any is waited for, so that none has time to start
   * another. Those that another user's program has become stay.
   */
  private static void endChildren() throws IOException {
    long deadline = System.nanoTime() + ENDED_WITHIN.toNanos();
    List<Integer> killed;
    do {
      killed = new ArrayList<>();
      for (int pid : Self.children()) {
        if (Child.signal(pid, Signal.KILL)) {
          killed.add(pid);
        }
      }
      for (int pid : killed) {
        if (Child.awaitEnd(pid, left(deadline))) {
          Child.reap(pid);
        }
      }
    } while (!killed.isEmpty() && !left(deadline).isZero());
  }

  private SpawnRequest request(List<String> command, Path folder, Pipe life, Pipe output) {
    List<String> argv = new ArrayList<>(List.of(SHELL, "-c", WATCHED, "sh"));
    argv.addAll(command);
    int writing = output.writing().number();
    return new SpawnRequest(
        argv,
        EnvironmentBlock.of(environment),
        Optional.of(folder),
        Map.of(
            1,
            writing,
            2,
            errors == Errors.WITH_ITS_OUTPUT ? writing : STANDARD_ERROR,
            LIFE_LINE,
            life.reading().number()),
        SpawnRequest.Placement.GROUP);
  }

  /** Ends with the program too: a process that it left behind may hold the output open for ever. */
  private static boolean readToItsEnd(
      int pid, Descriptor output, ByteArrayOutputStream said, long deadline) throws PosixException {
    IoBuffer buffer = new IoBuffer();
    try (Poll poll = new Poll(1)) {
      poll.set(0, output.number());
      while (!left(deadline).isZero()) {
        Duration left = left(deadline);
        boolean hasEnded = Child.hasEnded(pid);
        if (!poll.await(left.compareTo(CHECK_EVERY) < 0 ? left : CHECK_EVERY)) {
          if (hasEnded) {
            return true;
          }
        } else {
          byte[] bytes = buffer.readFrom(output);
          if (bytes.length == 0) {
            return true;
          }
          said.write(bytes, 0, Math.min(bytes.length, OUTPUT_BYTES - said.size()));
        }
      }
    }
    return false;
  }

  private static Duration left(long deadline) {
    return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
  }
}
