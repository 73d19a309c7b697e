package dev.bullpen.posix.thread;

import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/**
 * A daemon thread. Its start throws a {@link NoThreadException} if the system has no thread left.
 */
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
   * Run a task of an executor that may start a thread. Since JDK 19 an executor does not call
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
