package dev.bullpen.http.endpoint;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Lets requests in until the server ends. */
final class Admission {
  private final Object lock = new Object();

  // Both guarded by the lock.
  private int entering;
  private boolean isClosed;

  /**
   * Let a request in; each that is let in needs {@link #entered}.
   *
   * @return false if the server ends
   */
  boolean enter() {
    synchronized (lock) {
      if (!isClosed) {
        entering++;
      }
      return !isClosed;
    }
  }

  /** A request has become a call, or has been refused: it is known where calls are counted. */
  void entered() {
    synchronized (lock) {
      entering--;
      lock.notifyAll();
    }
  }

  /**
   * Let no more in, and wait for those that have not become calls yet; stops when its thread is
   * interrupted.
   *
   * @param patience how long at most
   */
  void close(Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    synchronized (lock) {
      isClosed = true;
      try {
        for (long left = end - System.nanoTime();
            entering > 0 && left > 0;
            left = end - System.nanoTime()) {
          TimeUnit.NANOSECONDS.timedWait(lock, left);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
