package dev.bullpen.server.thread;

import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.server.thread.Timers.TimedThread;
import dev.bullpen.wire.Safeguard;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads that do not keep the server from its end. Each is started when there is something for it
 * to do; the call that gives it the first task throws a {@link NoThreadException} if it cannot be.
 */
public final class DaemonThreads {
  static final int NEVER = 0;

  private static final int IDLE_SECONDS = Safeguard.SPARES.on() ? 10 : 1;

  private DaemonThreads() {}

  public static ExecutorService one(String name) {
    return new Workers(DaemonThread.named(name), 1, NEVER, new LinkedBlockingQueue<>());
  }

  /** The same for tasks that come seldom: it goes when there is none for a while. */
  public static ExecutorService oneAtTimes(String name) {
    return few(name, 1);
  }

  /** So many for what takes long. They go when they are idle. */
  public static ExecutorService few(String name, int most) {
    return new Workers(DaemonThread.named(name), most, IDLE_SECONDS, new LinkedBlockingQueue<>());
  }

  /** A thread for each task, or one that has just become free; those that are idle go. */
  public static ExecutorService many(String name) {
    return new Workers(
        DaemonThread.named(name), 0, Integer.MAX_VALUE, IDLE_SECONDS, new SynchronousQueue<>());
  }

  public static TimedThread oneTimed(String name) {
    return new TimedThread(DaemonThread.named(name));
  }

  /**
   * One that ends with its task.
   *
   * @throws NoThreadException if there is none to be had
   */
  public static void start(String name, Runnable task) {
    new DaemonThread(name, task).start();
  }

  /**
   * Threads with a queue before them. Where no further thread is to be had, a task waits for one
   * that is there; if there is none it is refused, and nothing of it stays.
   */
  static final class Workers extends ThreadPoolExecutor {
    Workers(ThreadFactory factory, int most, int idleSeconds, BlockingQueue<Runnable> queue) {
      this(factory, most, most, idleSeconds, queue);
    }

    /**
     * @param queued how many are started before tasks are queued
     * @param idleSeconds after which a thread goes; 0 for never
     */
    Workers(
        ThreadFactory factory,
        int queued,
        int most,
        int idleSeconds,
        BlockingQueue<Runnable> queue) {
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
}
