package dev.bullpen.server.session;

import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.StdoutWriter;
import dev.bullpen.protocol.method.CancelledParams;
import dev.bullpen.server.call.Methods;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Requests of a client that does not read its answers are held back here, in order, while its
 * notifications, cancels above all, are served as ever. When it reads again they are let go; when
 * it sends without end and reads nothing, so many bytes are held and then it is not read any more.
 */
public final class HeldRequests {
  /**
   * As much again as the largest line; a client that asks for so much without reading an answer
   * will not read one.
   */
  private static final long HELD_BYTES = 64L * 1024 * 1024;

  private record Held(Message message, long bytes) {}

  private final ReentrantLock heldLock = new ReentrantLock();
  private final Condition room = heldLock.newCondition();
  private final Deque<Held> held = new ArrayDeque<>();
  private long bytes;
  private boolean releasing;
  private Dispatcher dispatcher;
  private StdoutWriter writer;

  /** Say where requests go to; once, before the first. */
  public void begin(Dispatcher dispatcher, StdoutWriter writer) {
    this.dispatcher = dispatcher;
    this.writer = writer;
  }

  /**
   * Dispatch a message, or hold it back; waits only if too much is held already.
   *
   * @param size of its line
   */
  void accept(Message message, long size) {
    if (message instanceof Message.Notification notification) {
      dropIfCancelled(notification);
      dispatcher.dispatch(message);
      return;
    }
    boolean now;
    heldLock.lock();
    try {
      while (bytes > HELD_BYTES) {
        room.awaitUninterruptibly();
      }
      now = held.isEmpty() && !releasing && !writer.isFull();
      if (!now) {
        held.add(new Held(message, size));
        bytes += size;
      }
    } finally {
      heldLock.unlock();
    }
    if (now) {
      dispatcher.dispatch(message);
    } else if (!writer.isFull()) {
      release(); // there was room again just before it was put where that is looked for
    }
  }

  private void dropIfCancelled(Message.Notification notification) {
    if (!notification.method().equals(Methods.CANCELLED)) {
      return;
    }
    Optional<RequestId> id =
        CancelledParams.parse(notification.params()).map(CancelledParams::requestId);
    heldLock.lock();
    try {
      held.removeIf(
          waiting ->
              waiting.message() instanceof Message.Request request
                  && Optional.of(request.id()).equals(id));
      bytes = held.stream().mapToLong(Held::bytes).sum();
      room.signalAll();
    } finally {
      heldLock.unlock();
    }
  }

  /** There is room again: let go what is held, on a thread of its own. */
  public void release() {
    heldLock.lock();
    try {
      if (releasing || held.isEmpty()) {
        return;
      }
      releasing = true;
    } finally {
      heldLock.unlock();
    }
    Thread thread = new Thread(this::dispatchHeld, "held requests");
    thread.setDaemon(true);
    thread.start();
  }

  private void dispatchHeld() {
    for (Optional<Message> next = next(); next.isPresent(); next = next()) {
      dispatcher.dispatch(next.get());
    }
  }

  private Optional<Message> next() {
    heldLock.lock();
    try {
      if (held.isEmpty() || writer.isFull()) {
        releasing = false;
        return Optional.empty();
      }
      Held next = held.poll();
      bytes -= next.bytes();
      room.signalAll();
      return Optional.of(next.message());
    } finally {
      heldLock.unlock();
    }
  }
}
