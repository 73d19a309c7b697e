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
 * The pool's own threads: a timer, whose tasks must be short, and workers for tasks that can block.
 * A failed task is logged, and does not affect others.
 */
public final class PoolThreads implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** From one tick to the next, so that regular work needs no new thread. */
  private static final long WORKER_KEPT_SECONDS = 2;

  /** A task without a thread is not urgent any more; other programs may release threads. */
  private static final Duration WORKER_AGAIN = Duration.ofMillis(500);

  /** If the timer fires this late, the process or the whole machine has stood still. */
  private static final Duration LATE = Duration.ofMillis(20);

  /** By then everything that helpers reported meanwhile has been read, on a busy machine too. */
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

  // Used by the timer's thread only.
  private long settledAt = System.nanoTime();

  /**
   * Starts the timer. It is not left to the first task: a task that is queued without a thread may
   * wait for the next for ever.
   *
   * @throws NoThreadException if the system has no thread left; no task is refused later
   */
  public PoolThreads() {
    timer.setRemoveOnCancelPolicy(true);
    DaemonThread.started(timer::prestartCoreThread);
  }

  /** Run a short task later. */
  public Future<?> after(Duration delay, Runnable task) {
    long due = System.nanoTime() + delay.toNanos();
    Runnable onTime =
        () -> {
          settle(due);
          runSafely(task);
        };
    try {
      return timer.schedule(onTime, delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException closed) {
      return CompletableFuture.completedFuture(null);
    }
  }

  /**
   * A late timer shows that this process stood still. Helpers' reports of that time are read first,
   * for as long as it stood still, so that no helper is ended for its silence.
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

  /** Run a task that can block. If no thread is available, it runs when one is. */
  public void execute(Runnable task) {
    try {
      DaemonThread.started(() -> workers.submit(() -> runSafely(task)));
    } catch (RejectedExecutionException closed) {
      LOG.log(Level.DEBUG, "not run: the pool is closed");
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
