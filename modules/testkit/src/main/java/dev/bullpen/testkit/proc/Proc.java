package dev.bullpen.testkit.proc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * One process as {@code /proc/PID/stat} showed it at one instant.
 *
 * @param pid its number, which the kernel gives to another process once this one is reaped
 * @param start clock ticks between boot and its start; with {@code pid} its identity
 * @param state one letter of proc(5): R, S, D, T, t, Z, X, I; S for one whose first thread alone is
 *     a zombie
 * @param parent pid of its parent
 * @param group its process group
 * @param session its session
 * @param name the command name, at most 15 bytes
 */
public record Proc(
    int pid, long start, char state, int parent, int group, int session, String name) {

  // Fields of /proc/PID/stat counted from the state, which follows the closing parenthesis of the
  // name: a name may itself hold blanks and parentheses.
  private static final int STATE = 0;
  private static final int PARENT = 1;
  private static final int GROUP = 2;
  private static final int SESSION = 3;
  private static final int THREADS = 17;
  private static final int START = 19;

  /** USER_HZ, the same on every Linux that Java runs on. */
  private static final long TICKS_PER_SECOND = 100;

  /** The parent of all kernel threads. */
  private static final int KERNEL_THREADS = 2;

  private static final int READS = 100;
  private static final long BETWEEN_READS_NANOS = 1_000_000;

  /** The process of that number, or empty when there is none. */
  public static Optional<Proc> read(long pid) {
    try {
      return Optional.of(parse((int) pid, text(pid, "stat")));
    } catch (IOException e) {
      return Optional.empty(); // gone, before or while we were reading
    }
  }

  static Proc parse(int pid, String stat) {
    int open = stat.indexOf('(');
    int close = stat.lastIndexOf(')');
    String[] rest = stat.substring(close + 2).trim().split(" ");
    char state = rest[STATE].charAt(0);
    boolean goesOn = state == 'Z' && Integer.parseInt(rest[THREADS]) > 1;
    return new Proc(
        pid,
        Long.parseLong(rest[START]),
        goesOn ? 'S' : state,
        Integer.parseInt(rest[PARENT]),
        Integer.parseInt(rest[GROUP]),
        Integer.parseInt(rest[SESSION]),
        stat.substring(open + 1, close));
  }

  /** Whether it has ended but its parent has not waited for it. */
  public boolean zombie() {
    return state == 'Z';
  }

  /** Whether it has not ended. */
  public boolean running() {
    return state != 'Z' && state != 'X';
  }

  /** Whether this very process, not a later one with its number, still runs. */
  public boolean stillRuns() {
    return read(pid).filter(now -> now.start == start && now.running()).isPresent();
  }

  /**
   * The environment it was started with, entries separated by NUL; empty for a zombie, for a kernel
   * thread and for a process that is gone or belongs to another user.
   *
   * <p>In the middle of execve(2) a process has none for a moment: that of a young process is read
   * again.
   */
  public String environment() {
    String environment = textOfProgram("environ");
    return environment.isEmpty() && running() ? environmentOfOtherThreads() : environment;
  }

  /** A thread that has ended has none, and the others of its process still have theirs. */
  private String environmentOfOtherThreads() {
    try (Stream<Path> threads = Files.list(Path.of("/proc", Integer.toString(pid), "task"))) {
      return threads
          .map(thread -> textOrEmpty("task/" + thread.getFileName() + "/environ"))
          .filter(text -> !text.isEmpty())
          .findFirst()
          .orElse("");
    } catch (IOException | UncheckedIOException e) {
      return ""; // gone
    }
  }

  /**
   * Its arguments separated by blanks; empty when it has none or is gone. In the middle of
   * execve(2) they are read again, as for {@link #environment}.
   */
  public String commandLine() {
    return String.join(" ", words()).trim();
  }

  /** Each of its arguments as a whole; none when it has none or is gone. */
  public List<String> words() {
    String text = textOfProgram("cmdline");
    return text.isEmpty() ? List.of() : List.of(text.split("\0"));
  }

  /** Pid, state, name and arguments, for a human. */
  @Override
  public String toString() {
    return "%d %c parent=%d group=%d session=%d (%s) %s"
        .formatted(pid, state, parent, group, session, name, commandLine());
  }

  /** What execve(2) gave it: read again for longer than execve(2) takes on a busy machine. */
  private String textOfProgram(String file) {
    String text = textOrEmpty(file);
    for (int read = 1; read < READS && text.isEmpty() && isYoung() && stillRuns(); read++) {
      LockSupport.parkNanos(BETWEEN_READS_NANOS);
      text = textOrEmpty(file);
    }
    return text;
  }

  private boolean isYoung() {
    return running() && parent != KERNEL_THREADS && ticksSinceBoot() - start < TICKS_PER_SECOND;
  }

  private static long ticksSinceBoot() {
    try {
      String seconds = Files.readString(Path.of("/proc/uptime"), ISO_8859_1).split(" ")[0];
      return (long) (Double.parseDouble(seconds) * TICKS_PER_SECOND);
    } catch (IOException e) {
      throw new UncheckedIOException("/proc/uptime cannot be read: is /proc mounted?", e);
    }
  }

  private String textOrEmpty(String file) {
    try {
      return text(pid, file);
    } catch (IOException e) {
      return "";
    }
  }

  private static String text(long pid, String file) throws IOException {
    return Files.readString(Path.of("/proc", Long.toString(pid), file), ISO_8859_1);
  }
}
