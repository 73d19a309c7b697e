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
 * <p>Callers bring finished lines, so the lock only puts them in order, and all writes are made
 * outside it. A message that finds nothing before it, and room for all of it at the client, is
 * written by the thread that adds it, which saves the time to wake another. All else is left to the
 * thread in {@link #write}, which blocks as long as the client does not read. So such a client
 * stops no other work.
 *
 * <ul>
 *   <li>Answers are never dropped. They can be withdrawn until they are taken for writing, which
 *       happens a page at a time.
 *   <li>Progress and log messages are dropped, oldest first, when the queue is over its limit
 *       ({@link OutgoingBudget}).
 *   <li>When it is over its limit without them, the queue {@link #isFull}: begin no new requests of
 *       this client, and go on cancelling old ones.
 *   <li>When a write fails, everything waiting and to come is discarded.
 * </ul>
 */
public final class OutgoingLines implements OutgoingMessages {
  /** Made once: an exception costs more than the message it would be about. */
  private static final Optional<IOException> UNFINISHED =
      Optional.of(new IOException("writing to the client has ended unexpectedly"));

  /**
   * A page, by which a pipe gives room again (pipe(7)). One larger write would wait for several of
   * them, and a client that reads slowly would seem not to read.
   */
  private static final int PAGE_BYTES = 4 * 1024;

  private enum State {
    OPEN,
    /** Takes no more messages, and writes those it has. */
    CLOSING,
    /** The time for that is over: what waited is discarded. */
    GIVEN_UP,
    /** Every message that was taken is written. */
    ENDED,
    /** The end, too, but messages were lost. */
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

  /** Why a message could not be written; the thread in {@link #write} ends with it. */
  private Optional<IOException> failure = Optional.empty();

  /** For several short messages; only the thread in {@link #write} uses it. */
  private final byte[] page = new byte[PAGE_BYTES];

  /** When something was written last, or began to wait, by {@link System#nanoTime}. */
  private volatile long movedAt = System.nanoTime();

  /**
   * @param client never closed here
   * @param budget shared by all clients of the process
   * @param onRoom called, by the thread in {@link #write} and outside the lock, each time a full
   *     queue has room again. It must only hand over to another thread: nothing is written
   *     meanwhile. A caller that finds {@link #isFull} and puts something off must check again
   *     after having put it where this will find it
   */
  public OutgoingLines(ClientOutput client, OutgoingBudget budget, Runnable onRoom) {
    this.client = client;
    this.out = client.stream();
    this.onRoom = onRoom;
    this.queue = new OutQueue(budget);
  }

  /**
   * Write until the end. For one daemon thread that the owner starts: it may be inside a write that
   * never returns.
   */
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

  /** Completed by the thread in {@link #write} when nothing can be written any more, with why. */
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

  /** For how long the client has taken nothing of what waits for it; zero if nothing waits. */
  public Duration unreadFor() {
    queueLock.lock();
    try {
      return queue.isIdle() ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - movedAt);
    } finally {
      queueLock.unlock();
    }
  }

  /**
   * Wait until everything is written; messages are taken as ever.
   *
   * @param patience how long to wait at most
   * @return whether nothing is left; also false if nothing can be written any more
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
    writeTaken(List.of(message.line()));
    return true;
  }

  /** Write what the queue has let go, while it lets nothing else go, and note how that ended. */
  private void writeTaken(List<byte[]> messages) {
    Optional<IOException> problem = UNFINISHED;
    try {
      if (messages.size() == 1) {
        writePages(messages.get(0), messages.get(0).length);
      } else {
        int length = 0;
        for (byte[] message : messages) {
          System.arraycopy(message, 0, page, length, message.length);
          length += message.length;
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
      // A queue that was filled meanwhile and is empty again has nothing to write, but room.
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
    List<byte[]> messages;
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

  /** Whether {@link #write} has something to do; it never writes while another thread does. */
  private boolean isSomethingToDo() {
    assert queueLock.isHeldByCurrentThread();
    return failure.isPresent()
        || (!queue.isBeingWritten() && (!queue.isEmpty() || state != State.OPEN));
  }

  private void callOnRoom() {
    try {
      onRoom.run();
    } catch (RuntimeException | Error e) {
      // Reported as a thread's failure would be; other answers must still be written.
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
      // An interrupt asks to be quicker than the deadline: it counts as passed.
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
