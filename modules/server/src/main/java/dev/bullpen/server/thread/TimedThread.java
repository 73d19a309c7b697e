package dev.bullpen.server.thread;

import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.posix.thread.NoThreadException;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * One thread for what is done now, later, or again and again. Where it is not to be had a task is
 * refused before it is queued: else it would be done although its caller has been refused: it is
 * not. Once there, the thread stays.
 */
public final class TimedThread extends ScheduledThreadPoolExecutor {
  TimedThread(ThreadFactory factory) {
    super(1, factory);
    setRemoveOnCancelPolicy(true);
  }

  /**
   * Have the thread.
   *
   * @throws NoThreadException if there is none to be had
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
  public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
    begin();
    return super.schedule(task, delay, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable task, long first, long period, TimeUnit unit) {
    begin();
    return super.scheduleAtFixedRate(task, first, period, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long first, long delay, TimeUnit unit) {
    begin();
    return super.scheduleWithFixedDelay(task, first, delay, unit);
  }
}
