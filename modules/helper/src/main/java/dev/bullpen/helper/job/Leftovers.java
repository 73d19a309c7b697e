package dev.bullpen.helper.job;

import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.log.Shown;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.proc.ProcFolder;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * The processes that a script left. A helper is a sub-reaper: a process that outlives its parent
 * becomes the helper's child. While the helper has no child it has no descendant. So every child is
 * ended and waited for, and the children are listed again, until there is none. A thread of the JDK
 * waits at the same time for children that a provider started by {@link ProcessBuilder}, so a pid
 * may belong to another process by the time it is signalled.
 */
public final class Leftovers {
  private static final ExitStatus BY_KILL = new ExitStatus.Signalled(Signal.KILL.number());

  /** A killed process ends within a fraction of a millisecond, on a busy machine a little later. */
  private static final Duration PATIENCE = Duration.ofMillis(100);

  private static final Duration POLL_EVERY = Duration.ofMillis(20);

  private static final Duration OTHERS_START = Duration.ofSeconds(1);

  /** Processes that were started by processes are ended sooner or later. */
  private static final Duration NO_LIMIT = Duration.ofDays(1);

  /** A process that is just being started is in no list yet. */
  private static final int MOST_IN_VAIN = 3;

  private Leftovers() {}

  /**
   * Until when children are ended, by {@link System#nanoTime}.
   *
   * @param mayThreadsStart whether threads of this JVM may start processes for ever; then it is a
   *     second from now
   */
  public static long deadline(boolean mayThreadsStart) {
    return System.nanoTime() + (mayThreadsStart ? OTHERS_START : NO_LIMIT).toNanos();
  }

  /**
   * End all children, as far as that is possible until the deadline, but at least those that are
   * there now. Their names are not read, which are in their memory and may be unreadable.
   */
  public static void end(long deadline) throws IOException {
    end(Optional.empty(), deadline);
  }

  /**
   * End all children and wait for each, except those that belong to another user now, such as the
   * commands of sudo(8). After the deadline some may be {@linkplain #stay left}.
   *
   * @return those that KILL ended, perhaps the signal to their group
   */
  static List<Integer> end(ProcessNames names, long deadline) throws IOException {
    return end(Optional.of(names), deadline);
  }

  private static List<Integer> end(Optional<ProcessNames> names, long deadline) throws IOException {
    List<Integer> ended = new ArrayList<>();
    int inVain = 0;
    boolean isInTime = true;
    while (Safeguard.ADOPTED.on() && isInTime && inVain < MOST_IN_VAIN && Child.any()) {
      List<Integer> signalled = new ArrayList<>();
      boolean isAnyGone = false;
      for (int pid : Self.children()) {
        names.ifPresent(read -> read.read(pid));
        // All are signalled before any is waited for, so that none has time to start another.
        if (Child.signalUnlessTaken(pid, Signal.KILL)) {
          signalled.add(pid);
        } else {
          isAnyGone |= Child.reap(pid);
        }
      }
      for (int pid : signalled) {
        if (System.nanoTime() - deadline < 0 && awaitEnd(pid).equals(Optional.of(BY_KILL))) {
          ended.add(pid);
        }
      }
      isInTime = System.nanoTime() - deadline < 0;
      inVain = isAnyGone || !signalled.isEmpty() ? 0 : inVain + 1;
    }
    return ended;
  }

  /**
   * Wait for a killed child, unless other code of this JVM does. The wait is bounded: a process
   * that traces the child (ptrace(2)) hides its end until the tracer itself ends, perhaps in the
   * next round.
   */
  private static Optional<ExitStatus> awaitEnd(int pid) throws PosixException {
    try {
      long until = System.nanoTime() + PATIENCE.toNanos();
      Optional<ExitStatus> status = Child.poll(pid);
      while (status.isEmpty() && System.nanoTime() - until < 0) {
        boolean isDead = Child.awaitEnd(pid, POLL_EVERY);
        status = Child.poll(pid);
        if (isDead && status.isEmpty()) {
          LockSupport.parkNanos(POLL_EVERY.toNanos()); // then list the children again
          return status;
        }
      }
      return status;
    } catch (PosixException e) {
      if (e.errno() == Errno.ECHILD) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Whether a child is left that {@link #end} could not end. */
  static boolean stay() throws PosixException {
    return Safeguard.ADOPTED.on() && Child.any();
  }

  /** Kill all children but {@code leader}, and wait for none. */
  static void killOthers(int leader) throws IOException {
    for (int pid : Safeguard.ADOPTED.on() ? Self.children() : List.<Integer>of()) {
      if (pid != leader) {
        Child.signalUnlessTaken(pid, Signal.KILL);
      }
    }
  }

  /**
   * Ask all children but {@code leader} to end, and reap the dead ones, except the leader.
   *
   * @param asked children that have been sent TERM. Others that are alive are sent it now, as they
   *     may have left the group that got it
   * @return whether any is alive, or was a moment ago: a process that dies leaves children to this
   *     process that may not be in the list just read
   */
  static boolean askOthers(int leader, Set<Integer> asked) throws IOException {
    boolean any = false;
    for (int pid : Self.children()) {
      if (pid != leader) {
        any = true;
        if (!Child.reap(pid) && asked.add(pid)) {
          Child.signalUnlessTaken(pid, Signal.TERM);
          Child.signalUnlessTaken(pid, Signal.CONT);
        }
      }
    }
    return any;
  }

  /** The commands of children, read while they live, because the dead have none. For one thread. */
  static final class ProcessNames {
    private static final int COMMAND_BYTES = 60;

    private static final int MOST = 8;

    private final Map<Integer, String> byPid = new HashMap<>();

    /** Read those of all adopted children but one; none if children cannot be listed. */
    void readAllBut(int pid) {
      for (int child : adopted()) {
        if (child != pid) {
          read(child);
        }
      }
    }

    private static List<Integer> adopted() {
      try {
        return Self.adoptedChildren();
      } catch (IOException noSuchList) {
        return List.of();
      }
    }

    void read(int pid) {
      if (byPid.size() < MOST && !byPid.containsKey(pid)) {
        ProcFolder.of(pid)
            .flatMap(ProcessNames::command)
            .ifPresent(name -> byPid.put(pid, "\"%s\" (pid %d)".formatted(name, pid)));
      }
    }

    private static Optional<String> command(Path process) {
      return start(process.resolve("cmdline")).or(() -> start(process.resolve("comm")));
    }

    /** The beginning of a file, with spaces between the words; empty if the file is. */
    private static Optional<String> start(Path file) {
      try (InputStream in = Files.newInputStream(file)) {
        byte[] bytes = in.readNBytes(COMMAND_BYTES + 1);
        String words = new String(bytes, StandardCharsets.UTF_8).replace('\0', ' ').strip();
        return words.isEmpty() ? Optional.empty() : Optional.of(Shown.of(words, COMMAND_BYTES));
      } catch (IOException gone) {
        return Optional.empty();
      }
    }

    List<String> of(List<Integer> pids) {
      return pids.stream().filter(byPid::containsKey).map(byPid::get).toList();
    }
  }
}
