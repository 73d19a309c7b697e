package dev.bullpen.project.watch;

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
