package dev.bullpen.server.thread;

import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.posix.thread.NoThreadException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads with a queue before them. Where no further thread is to be had, a task waits for one that
 * is there; if there is none it is refused, and nothing of it stays.
 */
final class Workers extends ThreadPoolExecutor {
  /**
   * @param idleSeconds after which a thread goes; 0 for never
   */
  Workers(ThreadFactory factory, int most, int idleSeconds, BlockingQueue<Runnable> queue) {
    this(factory, most, most, idleSeconds, queue);
  }

  /**
   * @param queued how many are started before tasks are queued
   */
  Workers(
      ThreadFactory factory, int queued, int most, int idleSeconds, BlockingQueue<Runnable> queue) {
    super(queued, most, idleSeconds, TimeUnit.SECONDS, queue, factory);
    allowCoreThreadTimeOut(idleSeconds > 0);
  }

  /**
   * @throws NoThreadException if there is no thread to be had for it
   */
  @Override
  public void execute(Runnable task) {
    try {
      DaemonThread.started(
          () -> {
            super.execute(task);
            return task;
          });
    } catch (NoThreadException e) {
      if (!enqueue(task)) {
        throw e;
      }
    }
  }

  /** A thread that goes looks for tasks once more after it has been taken off the count. */
  private boolean enqueue(Runnable task) {
    return getPoolSize() > 0 && getQueue().offer(task) && (getPoolSize() > 0 || !remove(task));
  }
}
