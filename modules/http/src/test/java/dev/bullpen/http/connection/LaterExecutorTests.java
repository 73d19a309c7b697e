package dev.bullpen.http.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.Test;

class LaterExecutorTests {
  /** A pool that gets one thread from the system. */
  private static final class OneThread extends QueuedThreadPool {
    private boolean isGiven;

    OneThread() {
      super(2, 1);
    }

    @Override
    public Thread newThread(Runnable task) {
      if (isGiven) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      isGiven = true;
      return super.newThread(task);
    }
  }

  @Test
  void a_task_for_which_the_system_has_no_thread_runs_later() throws Exception {
    QueuedThreadPool threads = new OneThread();
    threads.start();
    try {
      Executor executor = new LaterExecutor(threads);
      CountDownLatch isOver = new CountDownLatch(1);
      CompletableFuture<String> later = new CompletableFuture<>();
      executor.execute(() -> await(isOver));
      try {
        executor.execute(() -> later.complete("run"));
      } catch (OutOfMemoryError e) { // which JUnit would pass on, and so end its process
        throw new AssertionError("the caller gets the error", e);
      }
      isOver.countDown();
      assertEquals("run", later.get(30, TimeUnit.SECONDS));
    } finally {
      threads.stop();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
