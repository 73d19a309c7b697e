package dev.bullpen.launcher.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The processes of a server. Those of its jobs carry the server's mark in their environment, even
 * after they have left the process tree. A {@link ProcessHandle} never refers to a later process
 * with the same pid. A zombie counts as alive.
 */
public final class JobProcesses {
  /** The variable of helpers and all processes of jobs; each server has a value of its own. */
  private static final String MARK = "BULLPEN_SESSION=";

  /** The variable that only processes of jobs have. */
  private static final String JOB_MARK = "BULLPEN_JOB=";

  /**
   * Fine enough to measure tens of milliseconds, coarse enough to leave the processor to others.
   */
  private static final Duration BETWEEN_SCANS = Duration.ofMillis(1);

  /** The time in which a script that has started some processes starts the rest. */
  private static final Duration REST = Duration.ofMillis(300);

  private JobProcesses() {}

  /** The server and its descendants. */
  public static List<ProcessHandle> processTree(long server) {
    return ProcessHandle.of(server).stream()
        .flatMap(one -> Stream.concat(Stream.of(one), one.descendants()))
        .toList();
  }

  /** The mark of a server; empty while none of its children carries one. */
  public static Optional<String> mark(long server) {
    return ProcessHandle.of(server).stream()
        .flatMap(ProcessHandle::children)
        .flatMap(child -> variables(child).stream())
        .filter(variable -> variable.startsWith(MARK))
        .findFirst();
  }

  /** The processes of all jobs of a server, in the order of their pids. */
  public static List<ProcessHandle> jobs(String mark) {
    return ProcessHandle.allProcesses()
        .filter(one -> variables(one).contains(mark))
        .filter(one -> variables(one).stream().anyMatch(name -> name.startsWith(JOB_MARK)))
        .sorted()
        .toList();
  }

  /** Waits until there are {@code least} of them or the limit is over, and {@link #REST} longer. */
  public static List<ProcessHandle> awaitJobs(String mark, int least, Duration limit)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (jobs(mark).size() < least && System.nanoTime() < deadline) {
      Thread.sleep(BETWEEN_SCANS.toMillis());
    }
    Thread.sleep(REST.toMillis());
    return jobs(mark);
  }

  /** Waits until {@code these} have ended; returns those that still run after {@code limit}. */
  public static List<ProcessHandle> awaitEnd(List<ProcessHandle> these, Duration limit)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    List<ProcessHandle> left = these.stream().filter(ProcessHandle::isAlive).toList();
    while (!left.isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(BETWEEN_SCANS.toMillis());
      left = left.stream().filter(ProcessHandle::isAlive).toList();
    }
    return left;
  }

  /** The command line, with spaces between the words; empty for a zombie. */
  public static String command(ProcessHandle process) {
    return read(process, "cmdline").replace('\0', ' ').strip();
  }

  /** The environment. A helper hides it, so for a helper the command line, which has the mark. */
  private static List<String> variables(ProcessHandle process) {
    String environment = read(process, "environ");
    return List.of((environment.isEmpty() ? read(process, "cmdline") : environment).split("\0"));
  }

  private static String read(ProcessHandle process, String file) {
    try {
      Path path = Path.of("/proc", Long.toString(process.pid()), file);
      return new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
