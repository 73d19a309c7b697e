package dev.bullpen.pool;

import dev.bullpen.posix.Child;
import dev.bullpen.posix.ExitStatus;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.Self;
import dev.bullpen.posix.Signal;
import dev.bullpen.posix.Spawn;
import dev.bullpen.posix.SpawnRequest;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The supervisor's children: those it spawned, and those it adopts, as a sub-reaper, when a helper
 * dies before it has cleaned up. The latter are ended.
 *
 * <p>{@code births} keeps a look at the children from seeing one that has been spawned and is not
 * yet known, or that has been waited for and is still known: births and burials share it, a look
 * has it alone.
 */
final class Family {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** A killed process needs a fraction of a millisecond, on a busy machine some more. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private final ReadWriteLock births = new ReentrantReadWriteLock();

  /**
   * Taken only by threads that tidy up: between the look at an orphan and the signal to it nobody
   * else may wait for it, or its pid could be another's by then.
   */
  private final Object tidying = new Object();

  private final Set<Integer> known = ConcurrentHashMap.newKeySet();

  /** Children that could not be ended; only added and looked at while tidying. */
  private final Set<Integer> beyond = ConcurrentHashMap.newKeySet();

  private final Marker marker;

  /**
   * Whether a child we do not know may be somebody else's: this process was given children by the
   * program it was before exec, or is pid 1 of a container. Then only marked ones are ended.
   */
  private volatile boolean foreign = true;

  private volatile boolean isInit;

  /** There is nobody before {@link #begin}. */
  Family(Marker marker) {
    this.marker = marker;
  }

  /** To be called before anybody is spawned. */
  void begin() throws PosixException {
    isInit = Self.pid() == 1;
    foreign = isInit || Child.any();
    Self.becomeSubReaper();
  }

  int spawn(SpawnRequest request) throws PosixException {
    births.readLock().lock();
    try {
      int pid = Spawn.spawn(request);
      known.add(pid);
      return pid;
    } finally {
      births.readLock().unlock();
    }
  }

  /** Wait until a child we spawned has ended, and bury it. */
  ExitStatus bury(int pid) throws PosixException {
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
   * End every child we adopted, and theirs, until none is left that we can end.
   *
   * @return how many were ended
   */
  int endOrphans() throws IOException {
    int ended = 0;
    synchronized (tidying) {
      for (List<Integer> orphans = orphans(); !orphans.isEmpty(); orphans = orphans()) {
        for (int pid : orphans) {
          if (!Child.signal(pid, Signal.KILL)) {
            leave(pid, "has become another user's, as what sudo runs has, and cannot be ended");
          }
        }
        for (int pid : orphans) {
          if (beyond.contains(pid)) {
            continue;
          }
          if (Child.awaitEnd(pid, PATIENCE)) {
            ended++;
          } else {
            leave(pid, "is stuck in the kernel, and ends when that lets it");
          }
        }
      }
    }
    return ended;
  }

  private void leave(int pid, String why) {
    if (beyond.add(pid)) {
      LOG.log(Level.WARNING, "process {0}, which a script has left, {1}", pid, why);
    }
  }

  /**
   * Dead ones that nobody else waits for. As pid 1 we become the parent of whoever loses its own in
   * the container, such as a program that its operator has run there. And one that could not be
   * ended may have died meanwhile, and have left us children of its own.
   */
  void waitForStrays() throws IOException {
    if (!beyond.isEmpty()) {
      endOrphans();
    } else if (isInit) {
      synchronized (tidying) {
        orphans();
      }
    }
  }

  /**
   * Living children that are not ours, but for those that cannot be ended. Dead ones are waited for
   * on the way.
   */
  private List<Integer> orphans() throws IOException {
    births.writeLock().lock();
    try {
      List<Integer> orphans = new ArrayList<>();
      for (int pid : Self.children()) {
        if (known.contains(pid)) {
          continue;
        }
        if (Child.poll(pid).isPresent()) {
          beyond.remove(pid);
        } else if (!beyond.contains(pid) && isOurs(pid)) {
          orphans.add(pid);
        }
      }
      return orphans;
    } finally {
      births.writeLock().unlock();
    }
  }

  private boolean isOurs(int pid) {
    return !foreign || marker.isOn(pid);
  }
}
