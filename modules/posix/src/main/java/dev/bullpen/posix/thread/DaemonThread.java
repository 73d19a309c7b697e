package dev.bullpen.posix.thread;

import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/** A daemon thread, which says in one way that no thread can be had. */
public class DaemonThread extends Thread {
  private static final long DEFAULT_STACK = 0;

  public DaemonThread(String name, Runnable task) {
    this(currentThread().getThreadGroup(), name, task, DEFAULT_STACK);
  }

  /**
   * @param stackBytes 0 for as many as any thread has
   */
  @SuppressWarnings("this-escape") // setDaemon is final
  protected DaemonThread(ThreadGroup group, String name, Runnable task, long stackBytes) {
    super(group, task, name, stackBytes);
    setDaemon(true);
  }

  public static ThreadFactory named(String name) {
    return task -> new DaemonThread(name, task);
  }

  /**
   * Have an executor do something for which it may start a thread: since JDK 19 it does not call
   * {@link #start} for that.
   *
   * @throws NoThreadException if there is none to be had
   */
  public static <T> T started(Supplier<T> task) {
    try {
      return task.get();
    } catch (OutOfMemoryError e) {
      throw new NoThreadException(e);
    }
  }

  /**
   * @throws NoThreadException if there is none to be had
   */
  @Override
  public void start() {
    try {
      super.start();
    } catch (OutOfMemoryError e) {
      throw new NoThreadException(e);
    }
  }
}
