package dev.bullpen.pool;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The pool's own threads: one that tells the time, whose tasks must be quick, and hands for
 * whatever can block. A task that fails is logged and ends nobody else.
 */
final class PoolThreads implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** From one tick to the next, so that the usual work needs no new thread. */
  private static final long HAND_KEPT_SECONDS = 2;

  /** Others may give a thread back; what waits for one here is not urgent any more. */
  private static final Duration HAND_AGAIN = Duration.ofMillis(500);

  private final AtomicInteger handsMade = new AtomicInteger();
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, daemon(() -> "pool timer"));
  private final ExecutorService hands =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          HAND_KEPT_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          daemon(() -> "pool hand-" + handsMade.incrementAndGet()));

  PoolThreads() {
    timer.setRemoveOnCancelPolicy(true);
  }

  private static ThreadFactory daemon(Supplier<String> name) {
    return task -> {
      Thread thread = new Thread(task, name.get());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Run something quick later. */
  Future<?> after(Duration delay, Runnable task) {
    try {
      return timer.schedule(safe(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException closed) {
      return CompletableFuture.completedFuture(null);
    }
  }

  /** Run something quick again and again. */
  void every(Duration period, Runnable task) {
    timer.scheduleWithFixedDelay(
        safe(task), period.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Run something that can block. Where no thread is to be had for it, it is run when one is. */
  void hand(Runnable task) {
    try {
      hands.execute(safe(task));
    } catch (RejectedExecutionException closed) {
      LOG.log(Level.DEBUG, "not begun, the pool is closed");
    } catch (OutOfMemoryError noThread) { // a full heap would have ended this process
      LOG.log(Level.WARNING, "a task of the pool waits: " + noThread.getMessage());
      after(HAND_AGAIN, () -> hand(task));
    }
  }

  private static Runnable safe(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, "a task of the pool failed", e);
      }
    };
  }

  @Override
  public void close() {
    timer.shutdownNow();
    hands.shutdown();
  }
}
