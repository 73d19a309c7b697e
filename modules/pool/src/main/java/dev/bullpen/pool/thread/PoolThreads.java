package dev.bullpen.pool.thread;

import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.wire.Safeguard;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The pool's own threads: a timer, whose tasks must be quick, and workers for what can block. A
 * task that fails is logged, and no other is affected.
 */
public final class PoolThreads implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** From one tick to the next, so that the usual work needs no new thread. */
  private static final long WORKER_KEPT_SECONDS = 2;

  /** Other programs may give threads back; a task that waits for one is not urgent any more. */
  private static final Duration WORKER_AGAIN = Duration.ofMillis(500);

  /** So late does the timer ring if this process, or the whole machine, has stood still. */
  private static final Duration LATE = Duration.ofMillis(20);

  /** Within this all that helpers have reported meanwhile has been read, on a busy machine too. */
  private static final Duration SETTLED = Duration.ofMillis(500);

  private final AtomicInteger workersMade = new AtomicInteger();
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, task -> new DaemonThread("pool timer", task));
  private final ExecutorService workers =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          WORKER_KEPT_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> new DaemonThread("pool worker-" + workersMade.incrementAndGet(), task));

  // Of the timer's thread only.
  private long settledAt = System.nanoTime();

  public PoolThreads() {
    timer.setRemoveOnCancelPolicy(true);
  }

  /** Run something quick later. */
  public Future<?> after(Duration delay, Runnable task) {
    long due = System.nanoTime() + delay.toNanos();
    Runnable onTime =
        () -> {
          settle(due);
          runSafely(task);
        };
    try {
      return DaemonThread.started(
          () -> timer.schedule(onTime, delay.toNanos(), TimeUnit.NANOSECONDS));
    } catch (RejectedExecutionException closed) {
      return CompletableFuture.completedFuture(null);
    } catch (NoThreadException e) { // it waits for the timer that the next task finds
      LOG.log(Level.WARNING, "the pool has no timer yet: " + e.complaint());
      return CompletableFuture.completedFuture(null);
    }
  }

  /**
   * A timer that rings late has measured a standstill of this process. What helpers have reported
   * meanwhile is read first, for as long as that was: no helper is ended for that silence.
   */
  private void settle(long due) {
    long began = System.nanoTime();
    long late = began - due;
    if (Safeguard.SETTLING.on() && late > LATE.toNanos() && due - settledAt > 0) {
      long until = began + Math.min(late, SETTLED.toNanos());
      for (long left = until - began; left > 0; left = until - System.nanoTime()) {
        LockSupport.parkNanos(left);
        if (Thread.currentThread().isInterrupted()) {
          return; // the pool is closed
        }
      }
      settledAt = System.nanoTime();
    }
  }

  /** Run something that can block. Where no thread is to be had for it, it is run when one is. */
  public void execute(Runnable task) {
    try {
      DaemonThread.started(() -> workers.submit(() -> runSafely(task)));
    } catch (RejectedExecutionException closed) {
      LOG.log(Level.DEBUG, "not begun, the pool is closed");
    } catch (NoThreadException e) {
      LOG.log(Level.WARNING, "a task of the pool waits: " + e.complaint());
      after(WORKER_AGAIN, () -> execute(task));
    }
  }

  private static void runSafely(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "a task of the pool failed", e);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    workers.shutdown();
  }
}
