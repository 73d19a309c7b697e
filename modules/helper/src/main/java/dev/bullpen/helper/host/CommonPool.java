package dev.bullpen.helper.host;

import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.locks.LockSupport;

/**
 * The JVM's own pool, behind parallel streams. Its threads outlive every job, its tasks must not.
 */
final class CommonPool {
  /** The threads of a parallel stream that has its result may still look for more to do. */
  private static final Duration LAST_TASKS = Duration.ofMillis(20);

  private static final Duration LOOK_EVERY = Duration.ofMillis(1);

  private CommonPool() {}

  /** Whether a thread is one of its, whoever started it. */
  static boolean owns(Thread thread) {
    return thread instanceof ForkJoinWorkerThread worker
        && worker.getPool() == ForkJoinPool.commonPool();
  }

  /**
   * Wait a moment. False if something still runs or waits there; it would run into the next job.
   */
  static boolean awaitQuiet() {
    long until = System.nanoTime() + LAST_TASKS.toNanos();
    while (!ForkJoinPool.commonPool().isQuiescent()) {
      if (System.nanoTime() - until >= 0) {
        return false;
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
    return true;
  }
}
