package dev.bullpen.posix.thread;

import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/** A daemon thread, whose start throws a {@link NoThreadException} if no thread can be had. */
public class DaemonThread extends Thread {
  @SuppressWarnings("this-escape") // setDaemon is final
  public DaemonThread(String name, Runnable task) {
    super(task, name);
    setDaemon(true);
  }

  /** For classes that override {@link #run}. */
  @SuppressWarnings("this-escape") // setDaemon is final
  protected DaemonThread(ThreadGroup group, String name, long stackBytes) {
    super(group, null, name, stackBytes);
    setDaemon(true);
  }

  public static ThreadFactory named(String name) {
    return task -> new DaemonThread(name, task);
  }

  /**
   * Have an executor do something for which it may start a thread: since JDK 19 it does not call
   * {@link #start} for that.
   */
  public static <T> T started(Supplier<T> task) {
    try {
      return task.get();
    } catch (OutOfMemoryError e) {
      throw new NoThreadException(e);
    }
  }

  @Override
  public void start() {
    try {
      super.start();
    } catch (OutOfMemoryError e) {
      throw new NoThreadException(e);
    }
  }
}
