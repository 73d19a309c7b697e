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
 * Threads that do not keep the server from its end. Each is started with its first task. If the
 * system has no thread left, the call with that task throws a {@link NoThreadException}. After the
 * end a task is dropped: the server is ending, and every call with it.
 */
public final class DaemonThreads {
  static final int NEVER = 0;

  private static final int IDLE_SECONDS = Safeguard.SPARES.on() ? 10 : 1;

  private DaemonThreads() {}

  public static ExecutorService one(String name) {
    return new Workers(DaemonThread.named(name), 1, NEVER, new LinkedBlockingQueue<>());
  }

  /** The same for rare tasks. The thread ends when there has been none for a while. */
  public static ExecutorService oneAtTimes(String name) {
    return few(name, 1);
  }

  /** A few threads for slow tasks. They end when they are idle. */
  public static ExecutorService few(String name, int most) {
    return new Workers(DaemonThread.named(name), most, IDLE_SECONDS, new LinkedBlockingQueue<>());
  }

  /** A thread for each task, or one that has just become free. Idle threads end. */
  public static ExecutorService many(String name) {
    return new Workers(
        DaemonThread.named(name), 0, Integer.MAX_VALUE, IDLE_SECONDS, new SynchronousQueue<>());
  }

  public static TimedThread oneTimed(String name) {
    return new TimedThread(DaemonThread.named(name));
  }

  /**
   * A thread that ends with its task.
   *
   * @throws NoThreadException if the system has no thread left
   */
  public static void start(String name, Runnable task) {
    new DaemonThread(name, task).start();
  }

  /**
   * Threads with a queue before them. If the system has no further thread, a task waits for an
   * existing one. If there is none, the task is refused and not kept.
   */
  static final class Workers extends ThreadPoolExecutor {
    Workers(ThreadFactory factory, int most, int idleSeconds, BlockingQueue<Runnable> queue) {
      this(factory, most, most, idleSeconds, queue);
    }

    /**
     * @param queued how many threads are started before tasks are queued
     * @param idleSeconds after which a thread ends; 0 for never
     */
    Workers(
        ThreadFactory factory,
        int queued,
        int most,
        int idleSeconds,
        BlockingQueue<Runnable> queue) {
      super(queued, most, idleSeconds, TimeUnit.SECONDS, queue, factory, new DiscardPolicy());
      allowCoreThreadTimeOut(idleSeconds > 0);
    }

    /**
     * @throws NoThreadException if the system has no thread for it
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

    /** A thread that ends checks for tasks once more after it is no longer counted. */
    private boolean enqueue(Runnable task) {
      return getPoolSize() > 0 && getQueue().offer(task) && (getPoolSize() > 0 || !remove(task));
    }
  }
}
