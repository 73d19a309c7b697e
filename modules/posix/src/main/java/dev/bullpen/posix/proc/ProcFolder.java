package dev.bullpen.posix.proc;

import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.LibC;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The folders of processes in /proc. They have the numbers of the pid namespace for which /proc was
 * mounted, usually that of this process. unshare(1) without {@code --mount-proc} leaves the /proc
 * of the namespace around it. System calls use the numbers of this process's namespace, in which a
 * number read there may mean another process. So each is translated, by proc_pid_status(5) and
 * proc_pid_fdinfo(5).
 */
public final class ProcFolder {
  private static final Path PROC = Path.of("/proc");
  private static final Path SELF = PROC.resolve("self");

  private static final Set<String> DEAD = Set.of("Z", "X");

  /**
   * Position of the number of threads in /proc/PID/stat, counted from the state; see
   * proc_pid_stat(5).
   */
  private static final int THREADS = 17;

  private static final boolean SAME = isSame();

  /**
   * Number of this process in each namespace from that of /proc inwards; empty if /proc shows none.
   */
  private static final List<Integer> OWN =
      SAME ? List.of() : numbers(SELF.resolve("status"), "NSpid");

  private ProcFolder() {}

  private static boolean isSame() {
    try {
      return Files.readSymbolicLink(SELF).toString().equals(Integer.toString(LibC.getpid()));
    } catch (IOException e) {
      return false;
    }
  }

  /** The numbers in the line of that name; empty without such a line. */
  public static List<Integer> numbers(Path file, String name) {
    try {
      for (String line : Files.readString(file, StandardCharsets.ISO_8859_1).split("\n")) {
        if (line.startsWith(name + ":")) {
          return Stream.of(line.substring(name.length() + 1).trim().split("\\s+"))
              .map(Integer::valueOf)
              .toList();
        }
      }
      return List.of(); // Linux before 4.1
    } catch (IOException e) {
      return List.of(); // the process has ended
    }
  }

  /** A number of kB in a process's {@code status}, such as VmRSS; empty if it is not shown. */
  public static OptionalLong kibibytes(int pid, String name) {
    Optional<Path> status = of(pid).map(process -> process.resolve("status"));
    try {
      for (String line :
          status.isPresent() ? Files.readAllLines(status.get()) : List.<String>of()) {
        if (line.startsWith(name + ":")) {
          return OptionalLong.of(Long.parseLong(line.replaceAll("[^0-9]", "")));
        }
      }
    } catch (IOException e) {
      // The process has ended, or there is no /proc.
    }
    return OptionalLong.empty();
  }

  /**
   * The variables in {@code environ}, or the words in {@code cmdline}; none if it cannot be read.
   */
  public static List<String> words(Path file) {
    try {
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      return text.isEmpty() ? List.of() : List.of(text.split("\0"));
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Whether this system has a /proc, mounted or not; macOS has none. */
  public static boolean isOfThisSystem() {
    return Host.HERE == Host.LINUX;
  }

  /** Whether /proc shows the numbers that system calls take. */
  public static boolean hasOurNumbers() {
    return SAME;
  }

  /** The folders of all processes that are shown; none where there is no /proc. */
  public static List<Path> all() throws IOException {
    List<Path> all = new ArrayList<>();
    if (Files.isDirectory(PROC)) {
      try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
        folders.forEach(all::add);
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
    }
    return all;
  }

  /** The folder of a process; empty if there is none, or it is unknown. */
  public static Optional<Path> of(int pid) {
    if (SAME) {
      return Optional.of(folder(pid));
    }
    try (PidFd process = PidFd.open(pid).orElse(null)) {
      return process == null
          ? Optional.empty()
          : numbers(SELF.resolve("fdinfo/" + process.descriptor()), "Pid").stream()
              .filter(shown -> shown > 0)
              .findFirst()
              .map(ProcFolder::folder);
    }
  }

  /**
   * The living threads of a process that only seems dead, as its first thread has ended
   * (pthread_exit(3)). None for any other.
   */
  public static List<Path> livingThreads(Path process) {
    List<Path> threads = new ArrayList<>();
    try {
      String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      if (DEAD.contains(fields[0]) && Integer.parseInt(fields[THREADS]) > 1) {
        try (DirectoryStream<Path> folders =
            Files.newDirectoryStream(process.resolve("task"), "[0-9]*")) {
          folders.forEach(threads::add);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // The process has ended, or no descriptor is left.
    }
    return threads;
  }

  private static Path folder(int shown) {
    return PROC.resolve(Integer.toString(shown));
  }

  /**
   * The number of a process for system calls; empty if it has ended, or is in another namespace.
   */
  public static OptionalInt pid(Path folder) {
    return pid(Integer.parseInt(folder.getFileName().toString()));
  }

  static OptionalInt pid(int shown) {
    if (SAME) {
      return OptionalInt.of(shown);
    }
    List<Integer> numbers = numbers(folder(shown).resolve("status"), "NSpid");
    int ours = OWN.size() - 1;
    return ours >= 0 && ours < numbers.size()
        ? OptionalInt.of(numbers.get(ours))
        : OptionalInt.empty();
  }
}
