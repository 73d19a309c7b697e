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
 * What a script left behind. A helper is a sub-reaper: a process that outlives its parent becomes
 * the helper's child, and while the helper has no child it has no descendant. So: end every child,
 * wait for it, and list them again, until there is none. At the same time a thread of the JDK waits
 * for what a provider has started by {@link ProcessBuilder}, so a number may be another process's
 * before it is signalled.
 */
public final class Leftovers {
  private static final ExitStatus BY_KILL = new ExitStatus.Signalled(Signal.KILL.number());

  /** A killed process needs a fraction of a millisecond, on a busy machine some more. */
  private static final Duration PATIENCE = Duration.ofMillis(100);

  private static final Duration POLL_EVERY = Duration.ofMillis(20);

  /** A process that is just being started is on no list yet. */
  private static final int MOST_IN_VAIN = 3;

  private Leftovers() {}

  /** End all children, and read no names: these are in their memory, which may not answer. */
  public static void end() throws IOException {
    end(Optional.empty());
  }

  /**
   * End all children and wait for each, but not those that belong to another user now, as what
   * sudo(8) runs. Returns those that died of KILL, perhaps by the signal to their group.
   */
  static List<Integer> end(ProcessNames names) throws IOException {
    return end(Optional.of(names));
  }

  private static List<Integer> end(Optional<ProcessNames> names) throws IOException {
    List<Integer> ended = new ArrayList<>();
    int inVain = 0;
    while (Safeguard.ADOPTED.on() && inVain < MOST_IN_VAIN && Child.any()) {
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
        if (awaitEnd(pid).equals(Optional.of(BY_KILL))) {
          ended.add(pid);
        }
      }
      inVain = isAnyGone || !signalled.isEmpty() ? 0 : inVain + 1;
    }
    return ended;
  }

  /**
   * Wait for a killed child, unless other code of this JVM does, but not for ever: a process that
   * traces it (ptrace(2)) keeps its end from others until its own, which the next round may bring.
   */
  private static Optional<ExitStatus> awaitEnd(int pid) throws PosixException {
    try {
      long until = System.nanoTime() + PATIENCE.toNanos();
      Optional<ExitStatus> status = Child.poll(pid);
      while (status.isEmpty() && System.nanoTime() - until < 0) {
        boolean isDead = Child.awaitEnd(pid, POLL_EVERY);
        status = Child.poll(pid);
        if (isDead && status.isEmpty()) {
          LockSupport.parkNanos(POLL_EVERY.toNanos()); // then see which others are there
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

  /**
   * Ask all children but {@code leader} to end, and wait for the dead, but not for the leader.
   *
   * @param asked children that have been sent TERM. Others that are alive are sent it now: they may
   *     have left the group that it was sent to
   * @return whether any is alive, or was a moment ago: a process that dies leaves us children that
   *     may not be on the list just read
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

  /** The commands of children, read while they live: the dead have none. For one thread. */
  static final class ProcessNames {
    private static final int COMMAND_BYTES = 60;

    private static final int MOST = 8;

    private final Map<Integer, String> byPid = new HashMap<>();

    /** Read those of the adopted children but one; none where they are not listed. */
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

    /** The beginning of a file, spaces in the place of ends of words; empty if it is. */
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
