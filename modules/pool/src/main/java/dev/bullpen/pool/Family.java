package dev.bullpen.pool;

import dev.bullpen.posix.Child;
import dev.bullpen.posix.ExitStatus;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.Self;
import dev.bullpen.posix.Signal;
import dev.bullpen.posix.Spawn;
import dev.bullpen.posix.SpawnRequest;
import java.io.IOException;
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
  private final ReadWriteLock births = new ReentrantReadWriteLock();

  /**
   * Taken only by threads that tidy up: between the look at an orphan and the signal to it nobody
   * else may wait for it, or its pid could be another's by then.
   */
  private final Object tidying = new Object();

  private final Set<Integer> known = ConcurrentHashMap.newKeySet();
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
   * End every child we adopted, and theirs, until none is left.
   *
   * @return how many were ended
   */
  int endOrphans() throws IOException {
    int ended = 0;
    synchronized (tidying) {
      for (List<Integer> orphans = orphans(); !orphans.isEmpty(); orphans = orphans()) {
        for (int pid : orphans) {
          Child.signal(pid, Signal.KILL);
        }
        for (int pid : orphans) {
          Child.awaitEnd(pid);
          ended++;
        }
      }
    }
    return ended;
  }

  /**
   * As pid 1 we become the parent of whoever loses its own in the container, such as a program that
   * its operator has run there: nobody else waits for those when they have died.
   */
  void waitForStrays() throws IOException {
    if (!isInit) {
      return;
    }
    synchronized (tidying) {
      orphans();
    }
  }

  /** Living children that are not ours. Dead ones are waited for on the way. */
  private List<Integer> orphans() throws IOException {
    births.writeLock().lock();
    try {
      List<Integer> orphans = new ArrayList<>();
      for (int pid : Self.children()) {
        if (!known.contains(pid) && Child.poll(pid).isEmpty() && isOurs(pid)) {
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
