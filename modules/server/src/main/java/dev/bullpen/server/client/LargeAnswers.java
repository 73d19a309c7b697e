package dev.bullpen.server.client;

import dev.bullpen.server.thread.DaemonThreads;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;

/**
 * Large answers are made one at a time, and each only when its client reads: an answer, its source
 * and the message for it may be a quarter of the heap. Until its turn, the source of an answer
 * stays where it is. A client that does not read delays no other.
 */
public final class LargeAnswers implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.server");

  /** An answer that is no longer than this does not wait for others. */
  public static final int LARGE_BYTES = 256 * 1024;

  /** An answer that waits. Done at its turn, or when it is not wanted any more. */
  private record Turn(
      Optional<Client> client, CompletableFuture<Void> begin, CompletableFuture<Void> used) {
    boolean isReady() {
      return client.filter(Client::isFull).isEmpty();
    }
  }

  private final Object turnsLock = new Object();

  // Both guarded by the lock.
  private final List<Turn> waiting = new LinkedList<>();
  private boolean isTaken;

  private final ExecutorService thread;

  public LargeAnswers() {
    this(DaemonThreads.oneAtTimes("large answers"));
  }

  /** The same with another thread, for tests. */
  LargeAnswers(ExecutorService thread) {
    this.thread = thread;
  }

  /**
   * A turn for a thread of the caller's.
   *
   * @param client gets the answer; empty if no client waits for it
   * @param used completed when the answer has been made, which ends the turn
   * @return completed when it is its turn; cancelled by a caller that does not want it any more
   */
  public CompletableFuture<Void> turn(Optional<Client> client, CompletableFuture<Void> used) {
    Turn turn = new Turn(client, new CompletableFuture<>(), used);
    synchronized (turnsLock) {
      waiting.add(turn);
    }
    beginNext();
    return turn.begin();
  }

  /** Make an answer at its turn, on a thread of this class. */
  public void make(Client client, Runnable answer) {
    CompletableFuture<Void> used = new CompletableFuture<>();
    turn(Optional.of(client), used).thenRun(() -> makeNow(answer, used));
  }

  private void makeNow(Runnable answer, CompletableFuture<Void> used) {
    try {
      thread.execute(() -> runSafely(answer, used));
    } catch (RuntimeException | Error e) { // most likely there is no thread, and the heap has room
      runSafely(answer, used);
    }
  }

  private static void runSafely(Runnable answer, CompletableFuture<Void> used) {
    try {
      answer.run();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "a defect in making a large answer", e);
    } finally {
      used.complete(null);
    }
  }

  /** A client has read, so answers for it can be made. */
  public void roomAgain() {
    beginNext();
  }

  private void beginNext() {
    Optional<Turn> next;
    do {
      next = takeNext();
    } while (next.isPresent() && !begin(next.get()));
  }

  private Optional<Turn> takeNext() {
    synchronized (turnsLock) {
      waiting.removeIf(turn -> turn.begin().isDone());
      Optional<Turn> next =
          isTaken ? Optional.empty() : waiting.stream().filter(Turn::isReady).findFirst();
      next.ifPresent(waiting::remove);
      isTaken |= next.isPresent();
      return next;
    }
  }

  /** False if it is not wanted any more; then the next may begin. */
  private boolean begin(Turn turn) {
    if (turn.begin().complete(null)) {
      turn.used().whenComplete((made, failure) -> end());
      return true;
    }
    synchronized (turnsLock) {
      isTaken = false;
    }
    return false;
  }

  private void end() {
    synchronized (turnsLock) {
      isTaken = false;
    }
    beginNext();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
