package dev.bullpen.server.thread;

import dev.bullpen.posix.thread.NoThreadException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * What is to happen later, on one thread "server timer"; its tasks must be quick. One that fails is
 * logged and ends no other.
 */
public final class Timers implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.server");

  private final TimedThread timer = DaemonThreads.oneTimed("server timer");

  /**
   * Begin.
   *
   * @throws NoThreadException if there is no thread to be had; no task is refused later
   */
  public Timers() {
    timer.begin();
  }

  /** Run a task once, unless what is returned is cancelled or the server ends first. */
  public Future<?> after(Duration delay, Runnable task) {
    try {
      return timer.schedule(() -> runSafely(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException closed) {
      return CompletableFuture.completedFuture(null);
    }
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
}
