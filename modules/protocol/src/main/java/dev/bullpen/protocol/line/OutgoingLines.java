package dev.bullpen.protocol.line;

import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.OutQueue.Outgoing;
import dev.bullpen.protocol.line.OutQueue.Outgoing.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Messages as lines on one output, one write at a time.
 *
 * <p>Callers pass finished lines. The lock only orders them; all writes happen outside it. If no
 * message waits and the client has room, the thread that adds a message writes it, which saves
 * waking another thread. Otherwise the thread in {@link #write} does, which blocks while the client
 * does not read. So a client that does not read blocks no other work.
 *
 * <ul>
 *   <li>Answers are never dropped. They can be withdrawn until they are taken for writing, which
 *       happens a page at a time.
 *   <li>Progress and log messages are dropped, oldest first, when the queue is over its limit
 *       ({@link OutgoingBudget}).
 *   <li>If it is over its limit without them, the queue {@link #isFull}: the caller should start no
 *       new requests of this client, but still cancel old ones.
 *   <li>When a write fails, all waiting and later messages are discarded.
 * </ul>
 */
public final class OutgoingLines implements OutgoingMessages {
  /** Made once, because an exception costs more than the message it reports. */
  private static final Optional<IOException> UNFINISHED =
      Optional.of(new IOException("writing to the client has ended unexpectedly"));

  /**
   * A page, the unit in which a pipe frees room (pipe(7)). A larger write would wait for several
   * pages, and a client that reads slowly would seem not to read.
   */
  private static final int PAGE_BYTES = 4 * 1024;

  private enum State {
    OPEN,
    /** Accepts no more messages, and writes those it has. */
    CLOSING,
    /** The deadline has passed: the waiting messages are discarded. */
    GIVEN_UP,
    /** Every accepted message has been written. */
    ENDED,
    /** Ended, but messages were lost. */
    BROKEN;

    boolean isOver() {
      return this == ENDED || this == BROKEN;
    }

    boolean hasLost() {
      return this == GIVEN_UP || this == BROKEN;
    }
  }

  private final ClientOutput client;
  private final OutputStream out;
  private final Runnable onRoom;
  private final CompletableFuture<IOException> broken = new CompletableFuture<>();

  private final ReentrantLock queueLock = new ReentrantLock();
  private final Condition somethingToDo = queueLock.newCondition();
  private final Condition nothingLeft = queueLock.newCondition();
  private final Condition atEnd = queueLock.newCondition();
  private final OutQueue queue;
  private State state = State.OPEN;

  /** Why a message could not be written. The thread in {@link #write} ends with it. */
  private Optional<IOException> failure = Optional.empty();

  /** Collects several short messages. Used only by the thread in {@link #write}. */
  private final byte[] page = new byte[PAGE_BYTES];

  /** When something was last written or began to wait, as a {@link System#nanoTime}. */
  private volatile long movedAt = System.nanoTime();

  /**
   * @param client never closed here
   * @param budget shared by all clients of the process
   * @param onRoom called by the thread in {@link #write}, without the lock, each time a full queue
   *     has room again. It must only hand over to another thread, because nothing is written
   *     meanwhile. A caller that defers work because of {@link #isFull} must store the work where
   *     this callback finds it, and then check again
   */
  public OutgoingLines(ClientOutput client, OutgoingBudget budget, Runnable onRoom) {
    this.client = client;
    this.out = client.stream();
    this.onRoom = onRoom;
    this.queue = new OutQueue(budget);
  }

  /** Write until the end. Run it on a daemon thread, because a write may never return. */
  public void write() {
    boolean finished = false;
    try {
      boolean more = true;
      while (more) {
        more = takeTurn();
      }
      finished = true;
    } finally {
      end(finished);
    }
  }

  /**
   * Completed with the cause, by the thread in {@link #write}, when nothing more can be written.
   */
  public CompletionStage<IOException> broken() {
    return broken;
  }

  @Override
  public boolean respond(RequestId id, byte[] line) {
    return add(new Outgoing(Kind.RESPONSE, Optional.of(id), line));
  }

  @Override
  public boolean send(byte[] line) {
    return add(new Outgoing(Kind.LASTING, Optional.empty(), line));
  }

  @Override
  public boolean send(RequestId id, byte[] line) {
    return add(new Outgoing(Kind.LASTING, Optional.of(id), line));
  }

  @Override
  public boolean offer(RequestId id, byte[] line) {
    return add(new Outgoing(Kind.DROPPABLE, Optional.of(id), line));
  }

  @Override
  public boolean withdraw(RequestId id) {
    queueLock.lock();
    try {
      boolean answered = queue.withdraw(id);
      noteNothingLeft();
      return answered;
    } finally {
      queueLock.unlock();
    }
  }

  @Override
  public boolean isFull() {
    return queue.isFull();
  }

  /** For how long the client has not read although messages wait; zero if none wait. */
  public Duration unreadFor() {
    queueLock.lock();
    try {
      return queue.isIdle() ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - movedAt);
    } finally {
      queueLock.unlock();
    }
  }

  /**
   * Wait until everything is written. Messages are still accepted.
   *
   * @param patience the longest time to wait
   * @return whether nothing is left; false if nothing more can be written
   */
  public boolean awaitNothingLeft(Duration patience) {
    queueLock.lock();
    try {
      long left = patience.toNanos();
      while (!queue.isIdle() && !state.isOver() && left > 0) {
        left = nothingLeft.awaitNanos(left);
      }
      return queue.isIdle() && failure.isEmpty() && !state.hasLost();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      queueLock.unlock();
    }
  }

  @Override
  public boolean close(Duration deadline) {
    queueLock.lock();
    try {
      if (state == State.OPEN) {
        state = State.CLOSING;
      }
      somethingToDo.signal();
      awaitEnd(deadline.toNanos());
      if (!state.isOver() && !queue.isIdle()) {
        discardAll(State.GIVEN_UP);
      }
      return !state.hasLost();
    } finally {
      queueLock.unlock();
    }
  }

  private boolean add(Outgoing message) {
    queueLock.lock();
    try {
      if (state != State.OPEN || failure.isPresent()) {
        return false;
      }
      if (queue.isIdle()) {
        movedAt = System.nanoTime();
      }
      if (!queue.isIdle() || !client.takesAtOnce(message.length())) {
        boolean kept = queue.add(message);
        somethingToDo.signal();
        return kept;
      }
      queue.pass(message);
    } finally {
      queueLock.unlock();
    }
    writeTaken(List.of(message));
    return true;
  }

  /**
   * Write the messages taken from the queue, which allows no others meanwhile, and record the
   * outcome.
   */
  private void writeTaken(List<Outgoing> messages) {
    Optional<IOException> problem = UNFINISHED;
    try {
      if (messages.size() == 1) {
        writePages(messages.get(0).line(), messages.get(0).length());
      } else {
        int length = 0;
        for (Outgoing message : messages) {
          System.arraycopy(message.line(), 0, page, length, message.length());
          length += message.length();
        }
        writePages(page, length);
      }
      problem = Optional.empty();
    } catch (IOException e) {
      problem = Optional.of(e);
    } finally {
      noteWritten(problem);
    }
  }

  private void writePages(byte[] bytes, int length) throws IOException {
    for (int from = 0; from < length; from += PAGE_BYTES) {
      out.write(bytes, from, Math.min(PAGE_BYTES, length - from));
      movedAt = System.nanoTime();
    }
    out.flush();
  }

  private void noteWritten(Optional<IOException> problem) {
    queueLock.lock();
    try {
      queue.written();
      noteNothingLeft();
      failure = failure.or(() -> problem);
      // A queue that was filled and emptied meanwhile has nothing to write, but has room.
      if (isSomethingToDo() || queue.isFull()) {
        somethingToDo.signal();
      }
    } finally {
      queueLock.unlock();
    }
  }

  /** One round of {@link #write}; false if it was the last. Keeps no message between rounds. */
  private boolean takeTurn() {
    boolean hasRoomAgain;
    List<Outgoing> messages;
    queueLock.lock();
    try {
      hasRoomAgain = queue.reopen();
      while (!hasRoomAgain && !isSomethingToDo()) {
        somethingToDo.awaitUninterruptibly();
        // A message that made the queue full may have been withdrawn before this thread woke up.
        hasRoomAgain = queue.reopen();
      }
      if (failure.isPresent() || (!hasRoomAgain && queue.isIdle() && state != State.OPEN)) {
        return false;
      }
      messages = queue.take(PAGE_BYTES);
    } finally {
      queueLock.unlock();
    }
    if (hasRoomAgain) {
      callOnRoom();
    }
    if (!messages.isEmpty()) {
      writeTaken(messages);
    }
    return true;
  }

  /** Whether {@link #write} has work. It never writes while another thread does. */
  private boolean isSomethingToDo() {
    assert queueLock.isHeldByCurrentThread();
    return failure.isPresent()
        || (!queue.isBeingWritten() && (!queue.isEmpty() || state != State.OPEN));
  }

  private void callOnRoom() {
    try {
      onRoom.run();
    } catch (RuntimeException | Error e) {
      // Reported like an uncaught exception, because other answers must still be written.
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }

  private void noteNothingLeft() {
    assert queueLock.isHeldByCurrentThread();
    if (queue.isIdle()) {
      nothingLeft.signalAll();
    }
  }

  private void awaitEnd(long nanos) {
    assert queueLock.isHeldByCurrentThread();
    try {
      for (long left = nanos; !state.isOver() && left > 0; ) {
        left = atEnd.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      // An interrupt counts as the end of the deadline.
      Thread.currentThread().interrupt();
    }
  }

  private void end(boolean finished) {
    queueLock.lock();
    try {
      if (!finished && failure.isEmpty()) {
        failure = UNFINISHED;
      }
      if (failure.isEmpty() && !state.hasLost()) {
        state = State.ENDED;
      } else {
        discardAll(State.BROKEN);
      }
      nothingLeft.signalAll();
      atEnd.signalAll();
    } finally {
      queueLock.unlock();
    }
    failure.ifPresent(broken::complete);
  }

  private void discardAll(State next) {
    assert queueLock.isHeldByCurrentThread();
    state = next;
    queue.abandon();
  }
}
