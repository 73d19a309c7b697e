package dev.bullpen.launcher.demo;

import dev.bullpen.posix.proc.ProcFolder;
import dev.bullpen.project.file.FolderEntries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A process as /proc shows it (proc_pid_stat(5)). Those of a server's jobs carry the server's mark
 * in their environment wherever they go.
 *
 * @param pid its number, which another process may have later
 * @param start when it began, in the kernel's ticks; with {@code pid} it means one process for ever
 * @param parent the pid of its parent
 * @param session the session it belongs to
 */
record Sighting(long pid, long start, long parent, long session) {
  private static final Path PROC = Path.of("/proc");

  /** Helpers and all that jobs start have this variable; its value is a server's own. */
  private static final String MARK = "BULLPEN_SESSION";

  /** Only what jobs start has this one, too. */
  private static final String JOB_MARK = "BULLPEN_JOB";

  // Places in proc_pid_stat(5), counted from the state, which follows the name.
  private static final int PARENT = 1;
  private static final int SESSION = 3;
  private static final int START = 19;

  /** Fine enough for tens of milliseconds, coarse enough to leave the processor to others. */
  private static final Duration BETWEEN_SCANS = Duration.ofMillis(1);

  /** A script that has started no process for so long has started all it will. */
  private static final Duration STEADY = Duration.ofMillis(100);

  static boolean isPossible() {
    return ProcFolder.hasOurNumbers();
  }

  /** All processes of this machine, in the order of their pids. */
  private static List<Sighting> all() {
    List<Sighting> all = new ArrayList<>();
    try {
      for (Path folder : FolderEntries.of(PROC, "[0-9]*")) {
        of(Long.parseLong(folder.getFileName().toString())).ifPresent(all::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("/proc cannot be read, so no process can be counted", e);
    }
    all.sort(Comparator.comparingLong(Sighting::pid));
    return all;
  }

  static Optional<Sighting> of(long pid) {
    return read(pid, "stat").map(stat -> parse(pid, stat));
  }

  /** The name stands in parentheses and may hold anything, spaces and parentheses too. */
  static Sighting parse(long pid, String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return new Sighting(
        pid,
        Long.parseLong(fields[START]),
        Long.parseLong(fields[PARENT]),
        Long.parseLong(fields[SESSION]));
  }

  /** The mark of a server; empty while none of its children carries one. */
  static Optional<String> sessionOf(long server) {
    return all().stream()
        .filter(one -> one.parent() == server)
        .flatMap(one -> one.variable(MARK).stream())
        .findFirst();
  }

  /** The processes of all jobs of a server. */
  static List<Sighting> jobs(String mark) {
    return all().stream()
        .filter(one -> one.variable(MARK).filter(mark::equals).isPresent())
        .filter(one -> one.variable(JOB_MARK).isPresent())
        .toList();
  }

  /**
   * Waits until there are {@code least} such processes and the same ones for a while; after {@code
   * limit} returns those that there are.
   */
  static List<Sighting> awaitSteadyJobs(String mark, int least, Duration limit)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    List<Sighting> seen = List.of();
    long since = System.nanoTime();
    while (System.nanoTime() < deadline) {
      List<Sighting> now = jobs(mark);
      if (!now.equals(seen)) {
        seen = now;
        since = System.nanoTime();
      } else if (seen.size() >= least && System.nanoTime() - since > STEADY.toNanos()) {
        return seen;
      }
      Thread.sleep(BETWEEN_SCANS.toMillis());
    }
    return seen;
  }

  /** The server, its children, their children, and so on. */
  static List<Sighting> family(long server) {
    List<Sighting> all = all();
    List<Sighting> family =
        new ArrayList<>(all.stream().filter(one -> one.pid() == server).toList());
    for (int i = 0; i < family.size(); i++) {
      long parent = family.get(i).pid();
      all.stream().filter(one -> one.parent() == parent).forEach(family::add);
    }
    return family;
  }

  /** Waits until none of {@code these} is there; returns those that are after {@code limit}. */
  static List<Sighting> awaitEnd(List<Sighting> these, Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    List<Sighting> left = these.stream().filter(Sighting::isThere).toList();
    while (!left.isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(BETWEEN_SCANS.toMillis());
      left = left.stream().filter(Sighting::isThere).toList();
    }
    return left;
  }

  /** Whether this very process is there, be it as a zombie. */
  boolean isThere() {
    return of(pid).filter(now -> now.start == start).isPresent();
  }

  /** The words it was started with, separated by spaces; empty for a zombie. */
  String command() {
    return read(pid, "cmdline").orElse("").replace('\0', ' ').strip();
  }

  /**
   * The value of a variable of its environment, or of such a word of its command line where its
   * environment is not shown, as that of a helper; empty for a zombie.
   */
  Optional<String> variable(String name) {
    return read(pid, "environ").or(() -> read(pid, "cmdline")).stream()
        .flatMap(environment -> Arrays.stream(environment.split("\0")))
        .filter(entry -> entry.startsWith(name + "="))
        .map(entry -> entry.substring(name.length() + 1))
        .findFirst();
  }

  /** Empty for a process that has ended meanwhile. */
  private static Optional<String> read(long pid, String file) {
    try {
      byte[] bytes = Files.readAllBytes(PROC.resolve(Long.toString(pid)).resolve(file));
      return Optional.of(new String(bytes, StandardCharsets.UTF_8)).filter(text -> !text.isEmpty());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
