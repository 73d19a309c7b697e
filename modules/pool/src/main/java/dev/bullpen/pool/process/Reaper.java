package dev.bullpen.pool.process;

import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The supervisor's children: those it spawned, and those it adopts as a sub-reaper when a helper
 * dies before it has cleaned up. Adopted children are ended.
 *
 * <p>{@code births} keeps a scan of the children from seeing one that was spawned but is not yet
 * known, or was reaped but is still known: spawning and reaping share the lock, a scan holds it
 * alone.
 */
public final class Reaper {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** A killed process needs a fraction of a millisecond, somewhat more on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private static final Duration CHECK_EVERY = Duration.ofMillis(5);

  private static final ExitStatus BY_KILL = new ExitStatus.Signalled(Signal.KILL.number());

  private final ReadWriteLock births = new ReentrantReadWriteLock();

  /**
   * Taken only by threads that end orphans. Between the scan that finds an orphan and the signal to
   * it, no other thread may reap it, because its pid could then belong to another process.
   */
  private final Object tidying = new Object();

  private final Set<Integer> known = ConcurrentHashMap.newKeySet();

  /** Children that could not be ended. Used under {@link #tidying}. */
  private final Set<Integer> stuck = ConcurrentHashMap.newKeySet();

  private final Marker marker;

  /**
   * Whether an unknown child may not belong to the session: this process had children before exec,
   * or is pid 1 of a container. Then only marked children are ended.
   */
  private volatile boolean mayHaveOthers = true;

  private volatile boolean isInit;

  public Reaper(Marker marker) {
    this.marker = marker;
  }

  /** Call before anything is spawned. */
  public void begin() throws PosixException {
    Self.keepEndedChildren();
    isInit = Self.pid() == 1;
    mayHaveOthers = isInit || Child.any();
    Self.becomeSubReaper();
  }

  public int spawn(SpawnRequest request) throws PosixException {
    return spawn(request.argv().get(0), request);
  }

  /** See {@link Spawn#spawn(String, SpawnRequest)}. */
  int spawn(String program, SpawnRequest request) throws PosixException {
    births.readLock().lock();
    try {
      int pid = Spawn.spawn(program, request);
      known.add(pid);
      return pid;
    } finally {
      births.readLock().unlock();
    }
  }

  /** Wait until a spawned child has ended, and reap it. */
  public ExitStatus reap(int pid) throws PosixException {
    Child.awaitEnd(pid);
    births.readLock().lock();
    try {
      ExitStatus status = Child.await(pid);
      known.remove(pid);
      return status;
    } finally {
      births.readLock().unlock();
    }
  }

  /**
   * End all adopted children and their descendants, until none is left that can be ended.
   *
   * @return how many were ended
   */
  public int endOrphans() throws IOException {
    int ended = 0;
    synchronized (tidying) {
      Map<Integer, Long> traced = new HashMap<>();
      Scan scan = scan(true);
      while (!scan.isProof()) {
        long until = System.nanoTime() + PATIENCE.toNanos(); // all have been signalled
        for (int pid : scan.orphans()) {
          if (!Child.awaitEnd(pid, Duration.ofNanos(until - System.nanoTime()))) {
            leave(pid, "is frozen, or stuck in the kernel, and ends when released");
          } else if (!Child.hasEnded(pid)) {
            leaveIfTraced(pid, traced);
          }
        }
        ended += scan.killed();
        scan = scan(true);
      }
    }
    return ended;
  }

  /**
   * Give up on a dead child whose end is reported to the process that traces it (ptrace(2)). The
   * tracer may be an orphan too, which a later scan ends, or out of reach.
   *
   * @param traced since when children are dead, as a {@link System#nanoTime}
   */
  private void leaveIfTraced(int pid, Map<Integer, Long> traced) {
    long now = System.nanoTime();
    if (now - traced.computeIfAbsent(pid, dead -> now) >= PATIENCE.toNanos()) {
      leave(pid, "is dead, but traced by a process that does not release it");
    } else {
      LockSupport.parkNanos(CHECK_EVERY.toNanos());
    }
  }

  private void leave(int pid, String why) {
    if (stuck.add(pid)) {
      LOG.log(Level.WARNING, "process {0}, left by a script, {1}", Integer.toString(pid), why);
    }
  }

  /**
   * Reaps dead children that no other code waits for. Pid 1 becomes the parent of each orphan in
   * the container, for example of a program that the operator ran there. Also, a child that could
   * not be ended may have died and left children.
   */
  public void waitForStrays() throws IOException {
    if (!stuck.isEmpty()) {
      endOrphans();
    } else if (isInit) {
      synchronized (tidying) {
        scan(false);
      }
    }
  }

  /**
   * The result of a scan of the children.
   *
   * @param orphans living children that were not spawned here, except those that cannot be ended
   * @param reaped how many were dead and have been reaped
   * @param killed how many of these were ended by KILL
   */
  private record Scan(List<Integer> orphans, int reaped, int killed) {
    /** False if a child may have died after the listing: its own children are not listed. */
    boolean isProof() {
      return orphans.isEmpty() && reaped == 0;
    }
  }

  /**
   * @param toEnd whether orphans are sent KILL, all of them before any is reaped, so that none has
   *     time to start another
   */
  private Scan scan(boolean toEnd) throws IOException {
    births.writeLock().lock();
    try {
      List<Integer> strangers = new ArrayList<>(Self.children());
      strangers.removeAll(known);
      for (int pid : strangers) {
        if (toEnd && !stuck.contains(pid) && isOfSession(pid) && !Child.signal(pid, Signal.KILL)) {
          leave(pid, "runs as another user, for example by sudo, and cannot be ended");
        }
      }
      List<Integer> orphans = new ArrayList<>();
      int reaped = 0;
      int killed = 0;
      for (int pid : strangers) {
        Optional<ExitStatus> end = Child.poll(pid);
        if (end.isPresent()) {
          stuck.remove(pid);
          reaped++;
          killed += end.get().equals(BY_KILL) ? 1 : 0;
        } else if (!stuck.contains(pid) && isOfSession(pid)) {
          orphans.add(pid);
        }
      }
      return new Scan(orphans, reaped, killed);
    } finally {
      births.writeLock().unlock();
    }
  }

  private boolean isOfSession(int pid) {
    return !mayHaveOthers || marker.isOn(pid);
  }
}
