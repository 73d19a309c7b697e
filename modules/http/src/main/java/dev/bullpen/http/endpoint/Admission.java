package dev.bullpen.http.endpoint;

import java.util.concurrent.TimeUnit;

/** Lets requests in until the server ends. */
final class Admission {
  /** What is let in: all requests, only calls for which a script waits, or nothing. */
  enum Stage {
    ALL,
    ANSWERS,
    NOTHING
  }

  private final Object lock = new Object();

  // Both guarded by the lock.
  private int entering;
  private Stage stage = Stage.ALL;

  /**
   * Let a request in; each that is let in needs {@link #entered}.
   *
   * @param last the last stage in which it is let in
   * @return false if the server ends
   */
  boolean enter(Stage last) {
    synchronized (lock) {
      boolean isIn = stage.compareTo(last) <= 0;
      entering += isIn ? 1 : 0;
      return isIn;
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
   * Let less in, and wait for those that have not become calls yet, at most until the deadline, by
   * {@link System#nanoTime}. Stops when its thread is interrupted.
   */
  void narrow(Stage next, long deadline) {
    synchronized (lock) {
      stage = next;
      try {
        while (entering > 0 && deadline - System.nanoTime() > 0) {
          TimeUnit.NANOSECONDS.timedWait(lock, deadline - System.nanoTime());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
