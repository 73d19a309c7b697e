package dev.bullpen.protocol.line;

import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.RequestId;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The one way to the client: whole lines, in the order they are handed over, one write at a time.
 *
 * <p>Callers bring finished lines, so that under the lock there is nothing to do but to put them in
 * order; writes are made outside it. A line that finds nothing before it, and room for all of it in
 * the pipe, is written by the thread that brings it, which saves the client the time it takes to
 * wake another. All else is left to the thread "stdout writer", whose writes block as long as the
 * client does not read: so that such a client stops no other work.
 *
 * <ul>
 *   <li>Answers are never dropped. They can be withdrawn until the writer has taken them, which it
 *       does a pipe's worth at a time.
 *   <li>Progress and log lines are dropped, oldest first, when more waits than {@link
 *       WaterMarks#highBytes}.
 *   <li>When answers alone are more than that, the queue {@link #isFull}: whoever reads requests
 *       should begin no new ones, and go on cancelling old ones.
 *   <li>When the pipe breaks, everything waiting and to come is discarded.
 * </ul>
 */
public final class StdoutWriter {
  /** Made once: an exception costs more than the line it would tell of. */
  private static final Optional<IOException> UNFINISHED =
      Optional.of(new IOException("writing has failed"));

  /** What a Linux pipe holds (pipe(7)): more at once would not reach the client any sooner. */
  private static final int TURN_BYTES = 64 * 1024;

  /**
   * A page, by which a pipe gives room again (pipe(7)). One larger write would wait for several of
   * them, and a client that reads slowly would seem not to read.
   */
  private static final int PIECE_BYTES = 4 * 1024;

  private enum State {
    OPEN,
    /** Takes no more lines, and writes those it has. */
    CLOSING,
    /** The time for that is over: what waited is discarded. */
    GIVEN_UP,
    /** Every line that was taken is written. */
    ENDED,
    /** The end, too, but lines were lost. */
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
  private final Consumer<IOException> onBroken;

  private final ReentrantLock queueLock = new ReentrantLock();
  private final Condition somethingToDo = queueLock.newCondition();
  private final Condition nothingLeft = queueLock.newCondition();
  private final Condition atEnd = queueLock.newCondition();
  private final OutQueue queue;
  private State state = State.OPEN;

  /** Why a line could not be written past the queue, for the writer's thread to end with. */
  private Optional<IOException> failedBeside = Optional.empty();

  /** For several short lines; the writer's thread alone puts them there. */
  private final byte[] gathered = new byte[TURN_BYTES];

  /** When something was written last, or began to wait, by {@link System#nanoTime}. */
  private volatile long movedAt = System.nanoTime();

  private StdoutWriter(
      ClientOutput client, WaterMarks marks, Runnable onRoom, Consumer<IOException> onBroken) {
    this.client = client;
    this.out = client.stream();
    this.onRoom = onRoom;
    this.onBroken = onBroken;
    this.queue = new OutQueue(marks);
  }

  /**
   * Begin to write. Both callbacks run on the writer's thread, outside the lock, and must only hand
   * over to another: nothing is written meanwhile.
   *
   * @param client where to; never closed here
   * @param onRoom called each time a full queue has room again. Who finds {@link #isFull} and puts
   *     something off must look again after having put it where this will find it
   * @param onBroken called at most once, when nothing can be written any more
   */
  public static StdoutWriter start(
      ClientOutput client, WaterMarks marks, Runnable onRoom, Consumer<IOException> onBroken) {
    StdoutWriter writer = new StdoutWriter(client, marks, onRoom, onBroken);
    Thread thread = new Thread(writer::run, "stdout writer");
    // It may be inside a write that never returns; that must not keep the process alive.
    thread.setDaemon(true);
    thread.start();
    return writer;
  }

  /**
   * Hand over the answer to a request. Nothing is taken after the end.
   *
   * @param line as {@link JsonRpc#line} makes it
   */
  public boolean respond(RequestId id, byte[] line) {
    return add(new OutQueue.OutLine(OutQueue.OutLine.Kind.RESPONSE, Optional.of(id), line));
  }

  /**
   * Hand over a line that belongs to no single request: the answer to a batch or to something
   * unreadable, or a notification that must arrive. Nothing is taken after the end.
   */
  public boolean send(byte[] line) {
    return add(new OutQueue.OutLine(OutQueue.OutLine.Kind.LASTING, Optional.empty(), line));
  }

  /** The same of a notification of a request, which is withdrawn with it. */
  public boolean send(RequestId id, byte[] line) {
    return add(new OutQueue.OutLine(OutQueue.OutLine.Kind.LASTING, Optional.of(id), line));
  }

  /**
   * Hand over progress or a log line of a request.
   *
   * @return whether it was taken: not after the end, nor when answers leave no room for it; it may
   *     still be dropped later
   */
  public boolean offer(RequestId id, byte[] line) {
    return add(new OutQueue.OutLine(OutQueue.OutLine.Kind.DROPPABLE, Optional.of(id), line));
  }

  /**
   * Take back what still waits for a request, answer, progress and log lines.
   *
   * @return whether the answer was among it, and so will never be seen
   */
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

  /** Whether new requests should wait for the client to read. Never waits, under any lock. */
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

  public long dropped() {
    queueLock.lock();
    try {
      return queue.dropped();
    } finally {
      queueLock.unlock();
    }
  }

  /**
   * Wait until the client has been written all there is; lines are taken as ever.
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
      return queue.isIdle() && failedBeside.isEmpty() && !state.hasLost();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      queueLock.unlock();
    }
  }

  /**
   * Take no more lines and wait until those taken are written.
   *
   * @param deadline how long to wait at most, whatever the client does; what is not written then is
   *     discarded
   * @return whether every line taken was written, except those dropped or withdrawn
   */
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

  private boolean add(OutQueue.OutLine line) {
    queueLock.lock();
    try {
      if (state != State.OPEN) {
        return false;
      }
      if (queue.isIdle()) {
        movedAt = System.nanoTime();
      }
      if (!queue.isIdle() || !client.takesAtOnce(line.bytes().length)) {
        boolean kept = queue.add(line);
        somethingToDo.signal();
        return kept;
      }
      queue.pass(line);
    } finally {
      queueLock.unlock();
    }
    writeBeside(line);
    return true;
  }

  /** Write a line the queue has let pass; the writer's thread waits meanwhile. */
  private void writeBeside(OutQueue.OutLine line) {
    Optional<IOException> failure = UNFINISHED;
    try {
      write(List.of(line.bytes()));
      failure = Optional.empty();
    } catch (IOException e) {
      failure = Optional.of(e);
    } finally {
      noteWritten(failure);
    }
  }

  /**
   * Write and flush, in pieces, so that each piece the client takes is seen.
   *
   * @param lines one of any length, or several of {@link #TURN_BYTES} together at most
   */
  private void write(List<byte[]> lines) throws IOException {
    byte[] bytes = lines.get(0);
    int length = bytes.length;
    if (lines.size() > 1) {
      bytes = gathered;
      length = 0;
      for (byte[] line : lines) {
        System.arraycopy(line, 0, bytes, length, line.length);
        length += line.length;
      }
    }
    for (int from = 0; from < length; from += PIECE_BYTES) {
      out.write(bytes, from, Math.min(PIECE_BYTES, length - from));
      movedAt = System.nanoTime();
    }
    out.flush();
  }

  private void noteWritten(Optional<IOException> failure) {
    queueLock.lock();
    try {
      queue.written();
      noteNothingLeft();
      failedBeside = failure;
      // A queue that was filled meanwhile and is empty again has nothing to write, but room.
      if (isSomethingToDo() || queue.isFull()) {
        somethingToDo.signal();
      }
    } finally {
      queueLock.unlock();
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

  private void discardAll(State next) {
    assert queueLock.isHeldByCurrentThread();
    state = next;
    queue.clear();
  }

  private void run() {
    Optional<IOException> failure = Optional.of(new IOException("the stdout writer has died"));
    try {
      boolean more = true;
      while (more) {
        more = takeTurn();
      }
      failure = Optional.empty();
    } catch (IOException e) {
      failure = Optional.of(e);
    } finally {
      end(failure.isEmpty());
      failure.ifPresent(onBroken);
    }
  }

  /** One round; false if it was the last. Holds no line, which may be large, between rounds. */
  private boolean takeTurn() throws IOException {
    Turn turn = nextTurn();
    if (turn.hasRoomAgain()) {
      callOnRoom();
    }
    if (!turn.lines().isEmpty()) {
      write(turn.lines());
      noteWritten(Optional.empty());
    }
    return !turn.isLast();
  }

  private Turn nextTurn() throws IOException {
    queueLock.lock();
    try {
      boolean roomAgain = queue.hasRoomAgain();
      while (!roomAgain && !isSomethingToDo()) {
        somethingToDo.awaitUninterruptibly();
        // Between a line and this moment it may have been withdrawn, and have been the one too
        // many.
        roomAgain = queue.hasRoomAgain();
      }
      if (failedBeside.isPresent()) {
        throw failedBeside.get();
      }
      boolean last = queue.isIdle() && state != State.OPEN;
      return new Turn(queue.take(TURN_BYTES), roomAgain, last);
    } finally {
      queueLock.unlock();
    }
  }

  /** Whether there is for the writer's thread, which never writes while another does. */
  private boolean isSomethingToDo() {
    assert queueLock.isHeldByCurrentThread();
    return failedBeside.isPresent()
        || (!queue.isBeingWritten() && (!queue.isEmpty() || state != State.OPEN));
  }

  private void noteNothingLeft() {
    assert queueLock.isHeldByCurrentThread();
    if (queue.isIdle()) {
      nothingLeft.signalAll();
    }
  }

  private void end(boolean intact) {
    queueLock.lock();
    try {
      if (intact && !state.hasLost()) {
        state = State.ENDED;
      } else {
        discardAll(State.BROKEN);
      }
      nothingLeft.signalAll();
      atEnd.signalAll();
    } finally {
      queueLock.unlock();
    }
  }

  private void callOnRoom() {
    try {
      onRoom.run();
    } catch (RuntimeException | Error e) {
      // Reported as a thread's failure would be; the answers of others must still be written.
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }

  /**
   * One round of the writer's thread.
   *
   * @param lines to write, none if there is nothing but room to tell of
   */
  private record Turn(List<byte[]> lines, boolean hasRoomAgain, boolean isLast) {}
}
