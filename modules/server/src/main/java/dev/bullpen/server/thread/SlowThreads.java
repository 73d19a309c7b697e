package dev.bullpen.server.thread;

import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.posix.thread.NoThreadException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;

/** Threads for what waits for a disk or another host, so that nobody else waits for it. */
public final class SlowThreads {
  /** More than any client has open. */
  public static final int MOST_WAITING = 1000;

  private static final int IDLE_SECONDS = 10;

  private SlowThreads() {}

  /**
   * So many threads, which go when they are idle; refuses what would be one more than {@link
   * #MOST_WAITING}, and by a {@link NoThreadException} what there is no thread for.
   */
  public static ExecutorService of(String name, int most) {
    return new Workers(
        DaemonThread.named(name), most, IDLE_SECONDS, new LinkedBlockingQueue<>(MOST_WAITING));
  }
}
