package dev.bullpen.http.stream;

import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.OutQueue;
import dev.bullpen.protocol.line.OutQueue.Outgoing;
import dev.bullpen.protocol.line.OutQueue.Outgoing.Kind;
import dev.bullpen.protocol.line.OutgoingMessages;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;

/**
 * The messages that belong to one HTTP request, or to a client's own stream. They go out as one
 * JSON document if the answer is the only one, otherwise as events. No method blocks on the client.
 *
 * <p>A resumable stream outlives its connection. Without one, its events go only into its log, from
 * which the next connection gets them. So a client that does not come does not count as one that
 * does not read.
 */
public final class MessageStream implements OutgoingMessages {
  /** Several short messages go out in one write. */
  private static final int WRITE_BYTES = 16 * 1024;

  private static final byte[] COMMENT = ascii(":\n\n");
  private static final byte[] NOTHING = {};
  private static final byte[] DATA = ascii("data: ");

  /** What the client accepts. */
  public enum Form {
    /** One document, or events if there is more than the answer. */
    EITHER,
    EVENTS,
    /** One document. Messages before the answer are dropped. */
    DOCUMENT
  }

  /** Notified by a stream, without a lock held. */
  public interface Owner {
    /** A full stream has room again. */
    void roomAgain();

    /** Everything has been written; nothing follows. */
    void written();

    /** The connection was lost before everything was written. */
    void connectionLost();
  }

  /** What to write next. */
  private sealed interface Step {
    record Nothing() implements Step {}

    record Document(byte[] body, int status) implements Step {}

    record Events(byte[] part, boolean isFirst, boolean isLast) implements Step {}

    record Empty() implements Step {}
  }

  private final Object streamLock = new Object();

  private final Form form;
  private final Owner owner;
  private final Optional<Resumable> resumable;
  private final OutQueue queue;

  private Optional<HttpAnswer> answer = Optional.empty();

  /** Whether something was written to the current connection. */
  private boolean hasBegun;

  private boolean isBeingWritten;

  /** Whether to begin an event stream although there is no event yet. */
  private boolean wantsEvents;

  /** Whether it has been kept alive before. */
  private boolean hasWaited;

  private boolean wantsComment;

  /** Written before the next event: what the client has missed, or an event that only has an id. */
  private byte[] first = NOTHING;

  private boolean isComplete;

  /** Whether it had a connection, and has lost it. */
  private boolean isLost;

  /** The number of the last event that was written to a connection, or is to be. */
  private long sent;

  private int status = HttpStatus.OK_200;

  /**
   * What makes a stream resumable.
   *
   * @param name of the stream, unique in its session: letters and digits
   * @param log of the events written
   */
  private record Resumable(String name, EventLogs.Log log) {}

  private MessageStream(Form form, OutQueue queue, Owner owner, Optional<Resumable> resumable) {
    this.form = form;
    this.owner = owner;
    this.resumable = resumable;
    this.queue = queue;
  }

  /**
   * A stream for one modern request. It ends with its connection.
   *
   * @param queue for its messages
   */
  public static MessageStream once(Form form, OutQueue queue, Owner owner) {
    return new MessageStream(form, queue, owner, Optional.empty());
  }

  /**
   * A stream whose events have ids.
   *
   * @param queue for its messages, until they are in the log or written
   * @param name unique in its session: letters and digits
   */
  public static MessageStream resumable(
      Form form, OutQueue queue, Owner owner, String name, EventLogs.Log log) {
    return new MessageStream(form, queue, owner, Optional.of(new Resumable(name, log)));
  }

  /** Write to this connection from now on, and end the one before. */
  public void attach(HttpAnswer next) {
    Optional<Before> before;
    synchronized (streamLock) {
      before = replace(next, unsent());
    }
    goOn(before);
  }

  /**
   * The same, starting with what the client has missed.
   *
   * @param number of the last event that the client has seen
   * @return false if that event is no longer kept
   */
  public boolean resume(HttpAnswer next, long number) {
    Optional<Before> before;
    synchronized (streamLock) {
      Optional<byte[]> missed = resumable.flatMap(known -> known.log().after(number));
      if (missed.isEmpty()) {
        return false;
      }
      wantsEvents = true;
      unsent(); // is part of what was missed
      before = replace(next, missed.get()); // in one step: no event may come in between
    }
    goOn(before);
    return true;
  }

  /** The connection that another has replaced. */
  private record Before(HttpAnswer answer, boolean isBeingWritten) {}

  /** Make this the current connection. */
  private Optional<Before> replace(HttpAnswer next, byte[] missed) {
    assert Thread.holdsLock(streamLock);
    boolean wasBeingWritten = isBeingWritten;
    Optional<Before> before = answer.map(one -> new Before(one, wasBeingWritten));
    answer = Optional.of(next);
    hasBegun = false;
    isBeingWritten = false;
    queue.written();
    first = missed;
    return before;
  }

  /**
   * Write events to this connection from now on, the first at once, so that a client that loses the
   * connection can return.
   *
   * @param primes whether the first is an event that only has an id (specification 2025-11-25), if
   *     there is no other
   */
  public void attachEvents(HttpAnswer next, boolean primes) {
    Optional<Before> before;
    synchronized (streamLock) {
      wantsEvents |= form != Form.DOCUMENT;
      byte[] unsent = unsent();
      boolean isPrimed = unsent.length == 0 && primes && wantsEvents && resumable.isPresent();
      before = replace(next, isPrimed ? event(Optional.empty(), NOTHING) : unsent);
    }
    goOn(before);
  }

  /** The events that no connection has got. From now on they count as sent. */
  private byte[] unsent() {
    assert Thread.holdsLock(streamLock);
    byte[] unsent = resumable.map(known -> known.log().keptAfter(sent)).orElse(NOTHING);
    sent = resumable.map(known -> known.log().last()).orElse(0L);
    return unsent;
  }

  /**
   * Show the client, and everything in between, that the connection is alive. A connection that is
   * new since the last time has its answer perhaps in a moment, with the status of an error.
   */
  public void keepAlive() {
    synchronized (streamLock) {
      boolean isNew = !hasBegun && !hasWaited;
      hasWaited = true;
      if (form == Form.DOCUMENT || isNew) {
        return;
      }
      wantsEvents = true;
      wantsComment = true;
    }
    pump();
  }

  /** Detach from a lost connection, if it is the current one. */
  public void detach(HttpAnswer lost) {
    synchronized (streamLock) {
      if (!answer.equals(Optional.of(lost))) {
        return;
      }
      answer = Optional.empty();
      isLost = true;
      isBeingWritten = false;
      queue.written();
      if (resumable.isEmpty() || form == Form.DOCUMENT) { // its client knows no event to name
        markComplete();
        queue.abandon();
      }
    }
    lost.abandon();
    pump();
    owner.connectionLost();
  }

  private void markComplete() {
    assert Thread.holdsLock(streamLock);
    isComplete = true;
    resumable.ifPresent(known -> known.log().complete());
  }

  /** The client does not return: keep nothing for it. What is being written to it still is. */
  public void discard() {
    resumable.ifPresent(known -> known.log().close());
  }

  /** Whether nothing follows. */
  public boolean isComplete() {
    synchronized (streamLock) {
      return isComplete;
    }
  }

  /** Whether there is a connection. */
  public boolean isAttached() {
    synchronized (streamLock) {
      return answer.isPresent();
    }
  }

  /**
   * Add the answer to the request.
   *
   * @param httpStatus used if the answer goes out as a document
   */
  public void respond(RequestId id, byte[] line, int httpStatus) {
    synchronized (streamLock) {
      status = httpStatus;
    }
    respond(id, line);
  }

  /** End the stream after what it has. */
  public void complete() {
    synchronized (streamLock) {
      markComplete();
    }
    pump();
  }

  @Override
  public boolean respond(RequestId id, byte[] line) {
    return add(new Outgoing(Kind.RESPONSE, Optional.of(id), line));
  }

  /** Without a connection, equal notifications are kept once. */
  @Override
  public boolean send(byte[] line) {
    return isUnsent(line) || add(new Outgoing(Kind.LASTING, Optional.empty(), line));
  }

  private boolean isUnsent(byte[] line) {
    synchronized (streamLock) {
      return answer.isEmpty()
          && !isComplete
          && resumable.filter(known -> known.log().hasAfter(sent, line)).isPresent();
    }
  }

  @Override
  public boolean ask(byte[] line) {
    return form != Form.DOCUMENT && send(line);
  }

  @Override
  public boolean send(RequestId id, byte[] line) {
    return form != Form.DOCUMENT && add(new Outgoing(Kind.LASTING, Optional.of(id), line));
  }

  @Override
  public boolean offer(RequestId id, byte[] line) {
    return form != Form.DOCUMENT && add(new Outgoing(Kind.DROPPABLE, Optional.of(id), line));
  }

  private boolean add(Outgoing message) {
    boolean isKept;
    synchronized (streamLock) {
      if (isComplete || isBeyond(message)) {
        return false;
      }
      isKept = queue.add(message);
      wantsEvents |= message.kind() != Kind.RESPONSE && form != Form.DOCUMENT;
    }
    pump();
    return isKept;
  }

  /** Whether it may be dropped, and enough waits in the log for the next connection. */
  private boolean isBeyond(Outgoing message) {
    assert Thread.holdsLock(streamLock);
    return message.kind() == Kind.DROPPABLE
        && answer.isEmpty()
        && resumable.filter(known -> known.log().isFullAfter(sent)).isPresent();
  }

  @Override
  public boolean withdraw(RequestId id) {
    synchronized (streamLock) {
      resumable.ifPresent(known -> known.log().withdraw(id));
      return queue.withdraw(id);
    }
  }

  @Override
  public boolean isFull() {
    return queue.isFull();
  }

  /** Accept no more messages. Those it has are written as long as the connection lasts. */
  @Override
  public boolean close(Duration deadline) {
    complete();
    return true;
  }

  private void pump() {
    Step step;
    Optional<HttpAnswer> to;
    boolean hasRoomAgain;
    synchronized (streamLock) {
      if (isBeingWritten) {
        return;
      }
      to = answer;
      step = to.isPresent() ? next() : keep();
      hasRoomAgain = queue.reopen();
      isBeingWritten = !(step instanceof Step.Nothing);
    }
    to.ifPresent(current -> write(step, current));
    if (hasRoomAgain) {
      owner.roomAgain();
    }
  }

  private void write(Step step, HttpAnswer to) {
    if (step instanceof Step.Document document) {
      to.json(document.status(), document.body(), new Outcome(to, true));
    } else if (step instanceof Step.Events events) {
      if (events.isFirst()) {
        to.beginEvents();
      }
      to.write(events.part(), events.isLast(), new Outcome(to, events.isLast()));
    } else if (step instanceof Step.Empty) {
      to.empty(HttpStatus.ACCEPTED_202);
      new Outcome(to, true).written();
    }
  }

  /** There is no connection: keep what is certain to go out as events in the log alone. */
  private Step keep() {
    assert Thread.holdsLock(streamLock);
    if (resumable.isPresent() && (isLost || form == Form.EVENTS)) {
      queue.take(Integer.MAX_VALUE).forEach(one -> event(one.request(), one.line()));
      queue.written();
    }
    return new Step.Nothing();
  }

  private Step next() {
    assert Thread.holdsLock(streamLock);
    boolean isDocument = !hasBegun && form != Form.EVENTS && !wantsEvents;
    if (isDocument) {
      if (!isComplete) {
        return new Step.Nothing();
      }
      List<Outgoing> only = queue.take(1);
      return only.isEmpty() ? new Step.Empty() : new Step.Document(only.get(0).line(), status);
    }
    ByteArrayOutputStream part = new ByteArrayOutputStream();
    part.writeBytes(first);
    first = NOTHING;
    queue.take(WRITE_BYTES).forEach(one -> part.writeBytes(event(one.request(), one.line())));
    sent = resumable.map(known -> known.log().last()).orElse(0L);
    if (wantsComment && part.size() == 0) {
      part.writeBytes(COMMENT);
    }
    wantsComment = false;
    boolean isLast = isComplete && queue.isEmpty();
    if (part.size() == 0 && hasBegun && !isLast) {
      return new Step.Nothing();
    }
    boolean isFirst = !hasBegun;
    hasBegun = true;
    return new Step.Events(part.toByteArray(), isFirst, isLast);
  }

  /** The event for a line, with its newline. Without a line, it has an id and empty data. */
  private byte[] event(Optional<RequestId> request, byte[] line) {
    ByteArrayOutputStream event = new ByteArrayOutputStream(line.length + 48);
    resumable.ifPresent(
        known ->
            event.writeBytes(ascii("id: " + known.name() + "-" + (known.log().last() + 1) + "\n")));
    event.writeBytes(DATA);
    event.writeBytes(line.length == 0 ? ascii("\n") : line);
    event.write('\n');
    byte[] whole = event.toByteArray();
    resumable.ifPresent(known -> known.log().add(whole, request, sent));
    return whole;
  }

  /**
   * Write to the current connection, after the one before has been ended. If its client does not
   * read, it is broken: the client reads here now, and what it has not read takes memory.
   */
  private void goOn(Optional<Before> before) {
    if (before.filter(Before::isBeingWritten).isPresent()) {
      before.get().answer().abandon();
    } else {
      before.ifPresent(one -> end(one.answer()));
    }
    pump();
  }

  private static void end(HttpAnswer before) {
    before.write(NOTHING, true, new Replaced());
  }

  /** Ignores the end of writes to a connection that has been replaced. */
  private static final class Replaced implements HttpAnswer.Written {
    @Override
    public void written() {}

    @Override
    public void lost() {}
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Handles the end of one write. */
  private final class Outcome implements HttpAnswer.Written {
    private final HttpAnswer to;
    private final boolean isLast;

    Outcome(HttpAnswer to, boolean isLast) {
      this.to = to;
      this.isLast = isLast;
    }

    @Override
    public void written() {
      boolean isCurrent;
      synchronized (streamLock) {
        isCurrent = answer.equals(Optional.of(to));
        if (isCurrent) {
          queue.written();
          isBeingWritten = false;
          answer = isLast ? Optional.empty() : answer;
        }
      }
      if (isCurrent) {
        pump();
        if (isLast) {
          owner.written();
        }
      }
    }

    @Override
    public void lost() {
      detach(to);
    }
  }
}
