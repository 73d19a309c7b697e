package dev.bullpen.launcher.demo;

import dev.bullpen.posix.proc.ProcFolder;
import dev.bullpen.project.file.FolderEntries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A process as /proc shows it (proc_pid_stat(5)).
 *
 * @param pid its number, which can be somebody else's later
 * @param start when it began, in the kernel's ticks; with {@code pid} it means one process for ever
 * @param parent the pid of its parent
 * @param session the session it belongs to
 */
record Sighting(long pid, long start, long parent, long session) {
  private static final Path PROC = Path.of("/proc");

  // Places in proc_pid_stat(5), counted from the state, which follows the name.
  private static final int PARENT = 1;
  private static final int SESSION = 3;
  private static final int START = 19;

  static boolean isPossible() {
    return ProcFolder.hasOurNumbers();
  }

  /** Everybody on this machine, in the order of their pids. */
  static List<Sighting> all() {
    List<Sighting> all = new ArrayList<>();
    try {
      for (Path folder : FolderEntries.of(PROC, "[0-9]*")) {
        of(Long.parseLong(folder.getFileName().toString())).ifPresent(all::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("/proc cannot be read, so nobody can be counted", e);
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

  /** Who has ended between two looks is no failure; there is just nothing to see. */
  private static Optional<String> read(long pid, String file) {
    try {
      byte[] bytes = Files.readAllBytes(PROC.resolve(Long.toString(pid)).resolve(file));
      return Optional.of(new String(bytes, StandardCharsets.UTF_8)).filter(text -> !text.isEmpty());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
