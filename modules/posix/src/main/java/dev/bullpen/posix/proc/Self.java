package dev.bullpen.posix.proc;

import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.libc.LinuxC;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

public final class Self {
  private static final Path ROOT = Path.of("/");
  private static final Path LINK = Path.of("/proc/self");
  private static final Path TASKS = LINK.resolve("task");
  private static final String CHILDREN = "children";
  private static final Path STATUS = LINK.resolve("status");

  /** The folder of the first thread, whose number is the pid. Empty where there is no /proc. */
  private static final Optional<Path> FIRST = firstThread();

  /** The line of the ignored signals, as a set of bits; see proc(5). */
  private static final String IGNORED = "\nSigIgn:";

  private static final int HEX = 16;

  /** SIGHUP is number 1, so it has the lowest bit. */
  private static final long HANGUP = 1;

  private static final int SIGCHLD = Host.HERE == Host.LINUX ? 17 : 20;
  private static final long SIG_DFL = 0;
  private static final long SIG_ERR = -1;

  private Self() {}

  public static int pid() {
    return LibC.getpid();
  }

  /** Where a child can start: the folder of this process, or the root if that has been removed. */
  public static Path folderOrRoot() {
    Path folder = Path.of(System.getProperty("user.dir"));
    return folder.isAbsolute() && Files.isDirectory(folder) && Files.isExecutable(folder)
        ? folder
        : ROOT;
  }

  /** The parent; once that has died, 1 or the nearest sub-reaper. */
  public static int parent() {
    return LibC.getppid();
  }

  /**
   * Whether the end of a terminal's session ends this process too. It does, unless nohup(1) started
   * this process; false where that cannot be known (macOS). The JVM keeps signals ignored that it
   * finds ignored, so this does not change.
   */
  public static boolean endsOnHangup() {
    try {
      return endsOnHangup(Files.readString(STATUS));
    } catch (IOException e) {
      return false; // no /proc
    }
  }

  /**
   * The same, from a {@code /proc/PID/status}. That of gVisor does not have the ignored signals.
   */
  static boolean endsOnHangup(String status) {
    int line = status.indexOf(IGNORED);
    if (line < 0) {
      return false;
    }
    int begin = line + IGNORED.length();
    String digits = status.substring(begin, status.indexOf('\n', begin)).trim();
    return (Long.parseUnsignedLong(digits, HEX) & HANGUP) == 0;
  }

  /**
   * Make this process adopt descendants that lose their parent, so that none escapes by forking
   * twice and taking a session of its own; see PR_SET_CHILD_SUBREAPER in prctl(2). False on macOS,
   * which has no sub-reapers.
   */
  public static boolean becomeSubReaper() throws PosixException {
    if (Host.HERE != Host.LINUX) {
      return false;
    }
    if (LinuxC.prctl(LinuxC.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) {
      throw PosixException.last("prctl");
    }
    return true;
  }

  /**
   * Keep other processes of this user from opening this one's descriptors, memory or environment,
   * and from tracing it; see PR_SET_DUMPABLE in prctl(2). It then leaves no core file, and its
   * files in {@code /proc} belong to root: open them before, to write to them. A process that may
   * trace all others (CAP_SYS_PTRACE) still can.
   *
   * @return false where the system cannot do that (macOS)
   */
  public static boolean hide() throws PosixException {
    if (Host.HERE != Host.LINUX) {
      return false;
    }
    if (LinuxC.prctl(LinuxC.PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) {
      throw PosixException.last("prctl");
    }
    return true;
  }

  /** The id of the effective user. */
  public static int userId() {
    return LibC.geteuid();
  }

  /** Whether this process has the rights of root. */
  public static boolean isRoot() {
    return userId() == 0;
  }

  /**
   * Make the kernel keep a child that has ended until it is waited for. Under a parent that ignores
   * SIGCHLD, as {@code trap '' CHLD} does, the kernel drops dead children, and a wait for one lasts
   * until there is no child at all; see NOTES in wait(2).
   */
  public static void keepEndedChildren() throws PosixException {
    if (LibC.signal(SIGCHLD, SIG_DFL) == SIG_ERR) {
      throw PosixException.last("signal");
    }
  }

  /**
   * The pids of all children, dead ones included until they are waited for. The kernel has a list
   * for each thread. When a thread ends, its children go to the first thread, which a JVM keeps
   * until its end. So that list is read last, and no child that moves is missed.
   */
  public static List<Integer> children() throws IOException {
    Set<Integer> children = new LinkedHashSet<>(); // a child that moves meanwhile is in two lists
    if (Host.HERE != Host.LINUX) {
      return List.of();
    }
    Path first = knownFirst();
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
      for (Path task : tasks) {
        if (!task.equals(first)) {
          addChildren(task, children);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    addChildren(first, children);
    return new ArrayList<>(children);
  }

  /**
   * The children in the list of the first thread: those that this process has adopted, and those
   * whose thread has ended. This reads one file, {@link #children} one for each thread.
   */
  public static List<Integer> adoptedChildren() throws IOException {
    Set<Integer> children = new LinkedHashSet<>();
    if (Host.HERE == Host.LINUX) {
      addChildren(knownFirst(), children);
    }
    return new ArrayList<>(children);
  }

  private static Optional<Path> firstThread() {
    try {
      return Optional.of(TASKS.resolve(Files.readSymbolicLink(LINK)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Path knownFirst() throws IOException {
    return FIRST.orElseThrow(() -> new NoSuchFileException(LINK.toString()));
  }

  private static void addChildren(Path task, Set<Integer> children) throws IOException {
    String list;
    try {
      list = Files.readString(task.resolve(CHILDREN));
    } catch (IOException e) {
      if (Files.exists(task)) {
        throw e;
      }
      return; // the thread has ended; the first thread's list has its children
    }
    for (String pid : list.split(" ")) {
      if (!pid.isBlank()) {
        ProcFolder.pid(Integer.parseInt(pid.trim())).ifPresent(children::add);
      }
    }
  }

  /** Let other threads that wait for this processor run first; see sched_yield(2). */
  public static void yield() {
    LibC.sched_yield();
  }

  /** End this process at once, without exit hooks and without waiting for a safepoint. */
  public static void kill() {
    LibC.kill(LibC.getpid(), Signal.KILL.number());
  }

  /**
   * End this process and all that are still in the process group it leads, in one moment, so that
   * none can start another in between. If it leads no group, only itself.
   */
  public static void killGroup() {
    LibC.kill(-LibC.getpid(), Signal.KILL.number());
    kill();
  }
}
