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
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * The pool's own threads: a timer, whose tasks must be quick, and hands for what can block. A task
 * that fails is logged, and no other is affected.
 */
public final class PoolThreads implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** From one tick to the next, so that the usual work needs no new thread. */
  private static final long HAND_KEPT_SECONDS = 2;

  /** Others may give a thread back; what waits for one here is not urgent any more. */
  private static final Duration HAND_AGAIN = Duration.ofMillis(500);

  /** So late does the timer ring if this process, or the whole machine, has stood still. */
  private static final Duration LATE = Duration.ofMillis(20);

  /** Within this all that helpers have reported meanwhile has been read, on a busy machine too. */
  private static final Duration SETTLED = Duration.ofMillis(500);

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

  // Of the timer's thread only.
  private long settledAt = System.nanoTime();

  public PoolThreads() {
    timer.setRemoveOnCancelPolicy(true);
  }

  private static ThreadFactory daemon(Supplier<String> name) {
    return task -> new DaemonThread(name.get(), task);
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

  /** Run something quick again and again. */
  public void every(Duration period, Runnable task) {
    after(
        period,
        () -> {
          try {
            task.run();
          } finally {
            every(period, task);
          }
        });
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
  public void hand(Runnable task) {
    try {
      DaemonThread.started(() -> hands.submit(() -> runSafely(task)));
    } catch (RejectedExecutionException closed) {
      LOG.log(Level.DEBUG, "not begun, the pool is closed");
    } catch (NoThreadException e) {
      LOG.log(Level.WARNING, "a task of the pool waits: " + e.complaint());
      after(HAND_AGAIN, () -> hand(task));
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
    hands.shutdown();
  }
}
