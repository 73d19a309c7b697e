package dev.bullpen.server.thread;

import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.posix.thread.NoThreadException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Tasks for later, on one thread "server timer". They must be quick. One that fails is logged and
 * ends no other.
 */
public final class Timers implements AutoCloseable {
  /** Runs a quick task after a time, unless the returned value is cancelled; see {@link #after}. */
  public interface Later {
    Future<?> after(Duration delay, Runnable task);
  }

  private static final Logger LOG = System.getLogger("bullpen.server");

  private final TimedThread timer = DaemonThreads.oneTimed("server timer");

  /**
   * @throws NoThreadException if the system has no thread left; no task is refused later
   */
  public Timers() {
    timer.begin();
  }

  /** Run a task once, unless the returned value is cancelled or the server ends first. */
  public Future<?> after(Duration delay, Runnable task) {
    return timer.schedule(() -> runSafely(task), delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  private static void runSafely(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "a task of the timer failed", e);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  /**
   * One thread for tasks now, later, or at intervals. If the system has no thread for it, a task is
   * refused before it is queued, so that a refused task never runs. Once there, the thread stays.
   */
  public static final class TimedThread extends ScheduledThreadPoolExecutor {
    TimedThread(ThreadFactory factory) {
      super(1, factory, new ThreadPoolExecutor.DiscardPolicy()); // see DaemonThreads
      setRemoveOnCancelPolicy(true);
    }

    /**
     * @throws NoThreadException if the system has none left
     */
    public void begin() {
      DaemonThread.started(this::prestartCoreThread);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
      begin();
      return super.schedule(task, delay, unit);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
        Runnable task, long first, long delay, TimeUnit unit) {
      begin();
      return super.scheduleWithFixedDelay(task, first, delay, unit);
    }
  }
}
