package dev.bullpen.server.thread;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads for what waits for a disk or another host, so that nobody else waits for it. */
public final class SlowThreads {
  /** More than any client has open. */
  public static final int MOST_WAITING = 1000;

  private static final int IDLE_SECONDS = 10;

  private SlowThreads() {}

  /**
   * So many threads, which go when they are idle; refuses what would be one more than {@link
   * #MOST_WAITING}.
   */
  public static ExecutorService of(String name, int most) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            most,
            most,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST_WAITING),
            DaemonThreads.named(name));
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }
}
