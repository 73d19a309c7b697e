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
 * What a script left behind. A helper is a sub-reaper: whoever outlives its parent becomes the
 * helper's own child, and while it has no child it has no descendant. So: end every child, wait for
 * it, and look again, until there is none. The JDK waits for what a provider has started by {@link
 * ProcessBuilder} at the same time, on another thread, so a number may be somebody else's before it
 * is signalled.
 */
public final class Leftovers {
  private static final ExitStatus BY_KILL = new ExitStatus.Signalled(Signal.KILL.number());

  /** A killed process needs a fraction of a millisecond, on a busy machine some more. */
  private static final Duration PATIENCE = Duration.ofMillis(100);

  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  /** Who is just being born is on no list yet. */
  private static final int LOOKS_IN_VAIN = 3;

  private Leftovers() {}

  /** End all of our children. */
  public static void end() throws IOException {
    end(Optional.empty()); // their names are read from their memory, which may not answer
  }

  /**
   * End all of our children and wait for each. Those stay that have become another user's, as what
   * sudo(8) runs has.
   *
   * @param names is asked for the names of those that are ended
   * @return those that died of KILL, which the signal to their group may have brought already
   */
  static List<Integer> end(ProcessNames names) throws IOException {
    return end(Optional.of(names));
  }

  private static List<Integer> end(Optional<ProcessNames> names) throws IOException {
    List<Integer> ended = new ArrayList<>();
    int inVain = 0;
    while (Safeguard.ADOPTED.on() && inVain < LOOKS_IN_VAIN && Child.any()) {
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
   * Wait for one that has been killed, unless somebody else in this JVM does, but not for ever:
   * whoever traces it (ptrace(2)) has its end for himself until his own, which the next look may
   * bring.
   */
  private static Optional<ExitStatus> awaitEnd(int pid) throws PosixException {
    try {
      long until = System.nanoTime() + PATIENCE.toNanos();
      Optional<ExitStatus> status = Child.poll(pid);
      while (status.isEmpty() && System.nanoTime() - until < 0) {
        boolean isDead = Child.awaitEnd(pid, LOOK_EVERY);
        status = Child.poll(pid);
        if (isDead && status.isEmpty()) {
          LockSupport.parkNanos(LOOK_EVERY.toNanos()); // and look who else is there
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
   * @return whether any is alive, or was a moment ago: who dies leaves us children that may not be
   *     on the list we look at
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
