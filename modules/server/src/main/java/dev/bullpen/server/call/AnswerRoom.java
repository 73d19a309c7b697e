package dev.bullpen.server.call;

import dev.bullpen.pool.job.Backpressure;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.server.thread.DaemonThreads;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;

/**
 * Where large answers wait to be made. An answer, what it is made from and the line it becomes may
 * be a quarter of the heap, so they are made one after the other, on one thread, and only while the
 * client reads: until then what they are made from stays where it is.
 */
public final class AnswerRoom implements Backpressure, AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.server");

  /** What is no longer than this is not worth waiting for others. */
  public static final int LARGE_BYTES = 256 * 1024;

  private final OutgoingMessages writer;
  private final Object changed = new Object();
  private final ExecutorService thread;

  public AnswerRoom(OutgoingMessages writer) {
    this.writer = writer;
    this.thread = DaemonThreads.oneAtTimes("large answers");
  }

  @Override
  public boolean isFull() {
    return writer.isFull();
  }

  /** Makes a large answer, one at a time, when there is room; on another thread. */
  @Override
  public void whenRoom(Runnable large) {
    try {
      thread.execute(
          () -> {
            if (await()) {
              runSafely(large);
            }
          });
    } catch (RejectedExecutionException closed) {
      // The server is ending, and every call with it.
    } catch (NoThreadException e) { // the heap has room, most likely
      runSafely(large);
    }
  }

  /**
   * A turn for a thread of the caller's.
   *
   * @param used completed when it has made its answer, which ends the turn
   * @return completed when it is its turn; cancelled if it does not want it any more
   */
  CompletableFuture<Void> turn(CompletableFuture<Void> used) {
    CompletableFuture<Void> turn = new CompletableFuture<>();
    try {
      thread.execute(
          () -> {
            if (await() && turn.complete(null)) {
              used.join();
            }
          });
    } catch (RejectedExecutionException closed) {
      // The server is ending, and every call with it.
    } catch (NoThreadException e) { // the heap has room, most likely
      turn.complete(null);
    }
    return turn;
  }

  private static void runSafely(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | StackOverflowError e) {
      LOG.log(Level.ERROR, "a defect in making a large answer", e);
    }
  }

  /** Wait until the client has read enough; false if the server is ending. */
  public boolean await() {
    try {
      synchronized (changed) {
        while (writer.isFull()) {
          changed.wait();
        }
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  public void roomAgain() {
    synchronized (changed) {
      changed.notifyAll();
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
