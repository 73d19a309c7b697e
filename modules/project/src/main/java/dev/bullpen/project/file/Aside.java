package dev.bullpen.project.file;

import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.posix.thread.NoThreadException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** Work on a thread of its own, while whoever began it does something else and then waits. */
public final class Aside<T> {
  private final FutureTask<T> work;

  private Aside(FutureTask<T> work) {
    this.work = work;
  }

  /** Begin it; the thread ends with the work. Where there is none to be had, it is done at once. */
  public static <T> Aside<T> begin(String name, Supplier<T> work) {
    FutureTask<T> task = new FutureTask<>(Unread.noted(work)::get);
    try {
      new DaemonThread(name, task).start();
    } catch (NoThreadException e) {
      task.run();
    }
    return new Aside<>(task);
  }

  /** What came of it, or what it has thrown. An interrupt is kept for later. */
  public T await() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return work.get();
        } catch (InterruptedException e) {
          interrupted = true; // half a catalog is none, and the work ends by itself
        } catch (ExecutionException e) {
          if (e.getCause() instanceof Error error) {
            throw error;
          }
          throw (RuntimeException) e.getCause();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
