package dev.bullpen.protocol.line;

import dev.bullpen.protocol.RequestId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The messages of one {@link OutgoingMessages}, in the order of writing. Messages being written
 * count as held until they are out, because they stay in memory until then.
 *
 * <p>Not thread-safe: every call except {@link #isFull} needs the owner's lock.
 */
public final class OutQueue {
  private final OutgoingBudget.Account account;
  // Sets, so that removal from the middle takes one hash lookup. Both keep the order of arrival.
  private final Set<Outgoing> waiting = new LinkedHashSet<>();
  private final Set<Outgoing> droppable = new LinkedHashSet<>();
  private long beingWritten;

  /** A queue for a client that shares with no other. */
  public OutQueue(OutgoingBudget budget) {
    this(budget, new Object());
  }

  /**
   * @param principal all of whose queues together have one share of the budget
   */
  public OutQueue(OutgoingBudget budget, Object principal) {
    this.account = budget.new Account(principal);
  }

  /** Append a message; false if there is no room for its kind. */
  public boolean add(Outgoing message) {
    waiting.add(message);
    if (message.kind() == Outgoing.Kind.DROPPABLE) {
      droppable.add(message);
    }
    account.add(message.length());
    boolean kept = true;
    Iterator<Outgoing> oldest = droppable.iterator();
    while (account.isOver() && oldest.hasNext()) {
      Outgoing dropped = oldest.next();
      oldest.remove();
      waiting.remove(dropped);
      account.add(-dropped.length());
      kept &= dropped != message;
    }
    account.markFull();
    return kept;
  }

  /** Count a message that is written without waiting. Only while nothing else is being written. */
  void pass(Outgoing message) {
    beingWritten = message.length();
    account.add(beingWritten);
  }

  /**
   * The next messages: as many as fit in this many bytes, and at least one if there is one; none
   * while others are being written. {@link #withdraw} no longer reaches them.
   */
  public List<Outgoing> take(int maxBytes) {
    if (isBeingWritten()) {
      return List.of();
    }
    List<Outgoing> taken = new ArrayList<>();
    Iterator<Outgoing> oldest = waiting.iterator();
    while (oldest.hasNext()) {
      Outgoing message = oldest.next();
      if (!taken.isEmpty() && beingWritten + message.length() > maxBytes) {
        break;
      }
      oldest.remove();
      droppable.remove(message);
      beingWritten += message.length();
      taken.add(message);
    }
    return taken;
  }

  public void written() {
    account.add(-beingWritten);
    beingWritten = 0;
  }

  /**
   * Remove the waiting messages of a request; true if its answer was among them.
   *
   * <p>Visits every message. They are few unless the client does not read; then they fill the high
   * mark.
   */
  public boolean withdraw(RequestId id) {
    boolean answered = false;
    Iterator<Outgoing> all = waiting.iterator();
    while (all.hasNext()) {
      Outgoing message = all.next();
      if (message.request().equals(Optional.of(id))) {
        all.remove();
        droppable.remove(message);
        account.add(-message.length());
        answered |= message.kind() == Outgoing.Kind.RESPONSE;
      }
    }
    return answered;
  }

  /** Whether it was over its limit, and has not been read far enough since. */
  public boolean isFull() {
    return account.isFull();
  }

  /** Ends being full once the queue has been read far enough; true each time that happens. */
  public boolean reopen() {
    return account.reopen();
  }

  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  boolean isBeingWritten() {
    return beingWritten > 0;
  }

  boolean isIdle() {
    return isEmpty() && !isBeingWritten();
  }

  /** Discard the waiting messages, and never be full again. */
  public void abandon() {
    waiting.forEach(message -> account.add(-message.length()));
    waiting.clear();
    droppable.clear();
    account.abandon();
  }

  /** A message waiting to be written. Compared by identity: two equal messages are still two. */
  public static final class Outgoing {
    public enum Kind {
      /** An answer: written, or withdrawn with its request. */
      RESPONSE,
      /** Always written. */
      LASTING,
      /** Written, withdrawn with its request, or dropped for lack of room. */
      DROPPABLE
    }

    private final Kind kind;
    private final Optional<RequestId> request;
    private final byte[] line;

    public Outgoing(Kind kind, Optional<RequestId> request, byte[] line) {
      if (line.length == 0 || line[line.length - 1] != '\n') {
        throw new IllegalArgumentException("a message ends in a newline");
      }
      this.kind = kind;
      this.request = request;
      this.line = line;
    }

    public Kind kind() {
      return kind;
    }

    public Optional<RequestId> request() {
      return request;
    }

    int length() {
      return line.length;
    }

    public byte[] line() {
      return line;
    }
  }
}
