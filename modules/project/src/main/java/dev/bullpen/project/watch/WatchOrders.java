package dev.bullpen.project.watch;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What others want of the thread that watches, which is told even while it waits for changes.
 *
 * <p>It is woken by an interrupt, and only while it waits: anywhere else that would break a reading
 * it is at.
 */
final class WatchOrders {
  private final Thread watcher;
  private final ReentrantLock ordersLock = new ReentrantLock();
  private final Condition ended = ordersLock.newCondition();
  private boolean waiting;
  private boolean lookWanted;
  private boolean closed;

  WatchOrders(Thread watcher) {
    this.watcher = watcher;
  }

  /** Look now. */
  void look() {
    ordersLock.lock();
    try {
      lookWanted = true;
      wake();
    } finally {
      ordersLock.unlock();
    }
  }

  /** Come to an end. */
  void close() {
    ordersLock.lock();
    try {
      closed = true;
      ended.signalAll();
      wake();
    } finally {
      ordersLock.unlock();
    }
  }

  boolean isClosed() {
    ordersLock.lock();
    try {
      return closed;
    } finally {
      ordersLock.unlock();
    }
  }

  /** Whether a look is wanted, which it no longer is then. */
  boolean takeLook() {
    ordersLock.lock();
    try {
      boolean wanted = lookWanted;
      lookWanted = false;
      return wanted;
    } finally {
      ordersLock.unlock();
    }
  }

  /** Wait for a change, but not while there are orders; by the watching thread alone. */
  boolean await(FolderEvents events, long nanos) {
    if (!beginWaiting()) {
      return false;
    }
    try {
      return events.await(nanos);
    } catch (InterruptedException orders) {
      return false;
    } finally {
      endWaiting();
    }
  }

  /** Do nothing for so long, unless it comes to an end; by the watching thread alone. */
  void rest(Duration duration) {
    ordersLock.lock();
    try {
      long left = duration.toNanos();
      while (!closed && left > 0) {
        left = ended.awaitNanos(left);
      }
    } catch (InterruptedException stray) {
      // It is not waited for here that anybody interrupts; the next turn comes earlier.
    } finally {
      ordersLock.unlock();
    }
  }

  private boolean beginWaiting() {
    ordersLock.lock();
    try {
      waiting = !lookWanted && !closed;
      return waiting;
    } finally {
      ordersLock.unlock();
    }
  }

  private void endWaiting() {
    ordersLock.lock();
    try {
      waiting = false;
      // It may have come when the waiting was over already.
      Thread.interrupted();
    } finally {
      ordersLock.unlock();
    }
  }

  private void wake() {
    assert ordersLock.isHeldByCurrentThread();
    if (waiting) {
      watcher.interrupt();
    }
  }
}
