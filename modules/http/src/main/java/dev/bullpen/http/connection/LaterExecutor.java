package dev.bullpen.http.connection;

import java.util.concurrent.Executor;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Runs tasks on threads of a pool: later, if the system has no further thread now. The JDK's HTTP
 * client would end for ever if this threw an error.
 */
record LaterExecutor(QueuedThreadPool threads) implements Executor {
  @Override
  public void execute(Runnable task) {
    try {
      threads.execute(task);
    } catch (OutOfMemoryError e) {
      // The pool queues a task before it starts a thread, so another thread will run it.
    }
  }
}
