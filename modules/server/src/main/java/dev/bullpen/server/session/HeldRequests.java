package dev.bullpen.server.session;

import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.client.SharedBudget;
import dev.bullpen.server.thread.DaemonThreads;
import dev.bullpen.server.thread.Timers.Later;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Holds back the requests of a client that does not read its answers, in order, and the
 * notifications that depend on them. All other messages, above all cancels, are served as usual.
 * When the client reads again, its requests are served. If it goes on sending without reading, a
 * limited number of bytes is held, and then its input is not read any more ({@link Budget}).
 */
public final class HeldRequests {
  /** A shortage of threads may be over by then. */
  private static final Duration SOON = Duration.ofMillis(100);

  /** Notifications that depend on what the client has sent before them. */
  private static final Set<String> IN_ORDER =
      Set.of(Methods.INITIALIZED, Methods.EXIT, Methods.ROOTS_CHANGED);

  private final ReentrantLock heldLock = new ReentrantLock();
  private final Condition none = heldLock.newCondition();
  private final HeldLines held = new HeldLines();

  private final Condition dispatched = heldLock.newCondition();

  /** The line that is being served, which a cancel would not find among the calls yet. */
  private Optional<HeldLine> inHand = Optional.empty();

  private final Dispatcher dispatcher;
  private final OutgoingMessages out;
  private final String principal;
  private final Budget budget;
  private final Later later;
  private final CompletableFuture<Void> left;

  private boolean releasing;
  private boolean closed;

  /**
   * @param client knows whether it reads
   * @param left completed when the client has left by a held message. Nothing that it sends later
   *     is served, and the thread that reads from it may wait in vain
   */
  HeldRequests(
      Dispatcher dispatcher,
      Client client,
      Budget budget,
      Later later,
      CompletableFuture<Void> left) {
    this.dispatcher = dispatcher;
    this.out = client.out();
    this.principal = client.principal().name();
    this.budget = budget;
    this.later = later;
    this.left = left;
  }

  /**
   * The bytes that all sessions may hold: three fifths of the heap. One principal alone may hold
   * two fifths, some three of the largest lines.
   */
  public static final class Budget {
    private final ReentrantLock bytesLock = new ReentrantLock();
    private final Condition change = bytesLock.newCondition();
    private final SharedBudget bytes;

    /** Guarded by the lock. */
    private long changes;

    public Budget() {
      this(Runtime.getRuntime().maxMemory() * 3 / 5);
    }

    /** The same with another number of bytes, for tests. */
    Budget(long most) {
      this.bytes = new SharedBudget(most);
    }

    private void giveBack(String principal, long less) {
      bytes.giveBack(principal, less);
      changed();
    }

    /** Bytes may be free, or no longer needed, for those that wait. */
    private void changed() {
      bytesLock.lock();
      try {
        changes++;
        change.signalAll();
      } finally {
        bytesLock.unlock();
      }
    }

    private long changes() {
      bytesLock.lock();
      try {
        return changes;
      } finally {
        bytesLock.unlock();
      }
    }

    /**
     * @param seen how many {@link #changes} have been seen
     */
    private void awaitChange(long seen) {
      bytesLock.lock();
      try {
        while (changes == seen) {
          change.awaitUninterruptibly();
        }
      } finally {
        bytesLock.unlock();
      }
    }
  }

  /**
   * Dispatch a message, or hold it back. Waits only if too much is held already.
   *
   * @param line from which it was read; not changed any more
   */
  void accept(Message message, byte[] line) {
    if (message instanceof Message.Batch batch && dispatcher.takesBatches()) {
      cancelAhead(batch);
    }
    if (message instanceof Message.Notification notification
        && !IN_ORDER.contains(notification.method())) {
      // Held requests first; one that is being dispatched is among the calls when this returns.
      dispatcher.cancelled(notification).ifPresent(this::drop);
      dispatcher.dispatch(message);
    } else if (!hold(message, line)) {
      dispatcher.dispatch(message);
    } else if (!out.isFull()) {
      release(); // the client may have read just before it was held
    }
  }

  /** Cancels in a batch do not wait with it, except those of its own requests. */
  private void cancelAhead(Message.Batch batch) {
    Set<RequestId> own = new HashSet<>(HeldLine.ids(batch));
    for (Message element : batch.elements()) {
      if (element instanceof Message.Notification notification) {
        Optional<RequestId> other =
            dispatcher.cancelled(notification).filter(id -> !own.contains(id));
        if (other.isPresent()) {
          drop(other.get());
          dispatcher.dispatch(notification);
        }
      }
    }
  }

  private enum Fate {
    SERVED,
    HELD,
    WAITS
  }

  /** False if it is to be served now. Waits while it has to be held and there is no room for it. */
  private boolean hold(Message message, byte[] line) {
    long seen = budget.changes();
    Fate fate = fate(message, line);
    while (fate == Fate.WAITS) {
      budget.awaitChange(seen);
      seen = budget.changes();
      fate = fate(message, line);
    }
    return fate == Fate.HELD;
  }

  private Fate fate(Message message, byte[] line) {
    heldLock.lock();
    try {
      if (closed || dispatcher.isLeft()) {
        return Fate.HELD; // for good
      }
      if (held.all.isEmpty() && !releasing && !(isAnswered(message) && out.isFull())) {
        return Fate.SERVED;
      }
      return held.add(new HeldLine(line, message)) ? Fate.HELD : Fate.WAITS;
    } finally {
      heldLock.unlock();
    }
  }

  /** Whether it may have an answer, for which the client should have room. */
  private static boolean isAnswered(Message message) {
    return !(message instanceof Message.Notification);
  }

  private void drop(RequestId id) {
    heldLock.lock();
    try {
      held.cancel(id);
      noteNone();
      while (inHand.isPresent() && inHand.get().ids.contains(id)) {
        dispatched.awaitUninterruptibly();
      }
    } finally {
      heldLock.unlock();
    }
  }

  private boolean isNone() {
    assert heldLock.isHeldByCurrentThread();
    return held.all.isEmpty() && !releasing;
  }

  private void noteNone() {
    if (isNone()) {
      none.signalAll();
    }
  }

  /**
   * Wait, after the end of input, until the client has read so much that nothing is held any more.
   *
   * @return false if that took too long
   */
  boolean awaitNone(Duration patience) {
    heldLock.lock();
    try {
      long left = patience.toNanos();
      while (!isNone() && left > 0) {
        left = none.awaitNanos(left);
      }
      return isNone();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      heldLock.unlock();
    }
  }

  int count() {
    heldLock.lock();
    try {
      return held.byId.size();
    } finally {
      heldLock.unlock();
    }
  }

  /** There is room again: serve what is held, on a thread of its own. */
  void release() {
    budget.changed(); // if nothing is held, what waits for room is served
    heldLock.lock();
    try {
      if (releasing || held.all.isEmpty()) {
        return;
      }
      releasing = true;
    } finally {
      heldLock.unlock();
    }
    try {
      DaemonThreads.start("held requests", this::dispatchHeld);
    } catch (NoThreadException e) {
      releaseAgain();
    } catch (RuntimeException | Error e) {
      releaseAgain();
      throw e;
    }
  }

  /** Releasing has ended before all was served: go on soon. */
  private void releaseAgain() {
    heldLock.lock();
    try {
      inHand = Optional.empty();
      dispatched.signalAll();
      releasing = false;
      noteNone();
    } finally {
      heldLock.unlock();
    }
    later.after(SOON, this::release);
  }

  /** Nothing more is served: held messages are dropped, and no thread waits for room any more. */
  void close() {
    heldLock.lock();
    try {
      closed = true;
      held.clear();
      noteNone();
    } finally {
      heldLock.unlock();
    }
  }

  private void dispatchHeld() {
    try {
      for (Optional<HeldLine> next = next(); next.isPresent(); next = next()) {
        dispatch(next.get());
      }
    } catch (RuntimeException | Error e) {
      releaseAgain();
      throw e;
    }
    if (dispatcher.isLeft()) {
      left.complete(null);
    }
  }

  private void dispatch(HeldLine line) {
    try {
      dispatcher.dispatch(line.message());
    } catch (RuntimeException | Error e) {
      dispatcher.fail(e); // go on with the next
    }
  }

  private Optional<HeldLine> next() {
    heldLock.lock();
    try {
      inHand = Optional.empty();
      dispatched.signalAll();
      if (dispatcher.isLeft()) {
        held.clear();
      }
      if (held.all.isEmpty() || out.isFull()) {
        releasing = false;
        budget.changed();
        noteNone();
        return Optional.empty();
      }
      inHand = held.poll();
      return inHand;
    } finally {
      heldLock.unlock();
    }
  }

  /**
   * A line that is held back. It is parsed once more when it is served, because a parsed message
   * may take thirty times the memory of its line.
   */
  private static final class HeldLine {
    /**
     * What a line takes beside its bytes: itself, its place among the others, and an id with its
     * own.
     */
    static final int ENTRY_BYTES = 280;

    private final byte[] line;

    /** The requests in it that can be cancelled. */
    private final List<RequestId> ids;

    private final boolean isOne;
    private Set<RequestId> cancelled = Set.of();

    HeldLine(byte[] line, Message message) {
      this.line = line;
      this.ids = ids(message);
      this.isOne = message instanceof Message.Request;
    }

    private static List<RequestId> ids(Message message) {
      List<Message> elements =
          message instanceof Message.Batch batch ? batch.elements() : List.of(message);
      return elements.stream()
          .flatMap(element -> cancellable(element).stream())
          .distinct()
          .toList();
    }

    /** The id of a request, except {@code initialize}, which must not be cancelled (lifecycle). */
    private static Optional<RequestId> cancellable(Message element) {
      return element instanceof Message.Request request
              && !request.method().equals(Methods.INITIALIZE)
          ? Optional.of(request.id())
          : Optional.empty();
    }

    long bytes() {
      return line.length + (long) ENTRY_BYTES * Math.max(1, ids.size());
    }

    /** Leave a request out; true if the line has no other message. */
    boolean cancel(RequestId id) {
      if (cancelled.isEmpty()) {
        cancelled = new HashSet<>();
      }
      cancelled.add(id);
      return isOne;
    }

    Message message() {
      Message whole = Message.parse(line);
      return whole instanceof Message.Batch batch && !cancelled.isEmpty()
          ? new Message.Batch(
              batch.elements().stream().filter(element -> !isCancelled(element)).toList())
          : whole;
    }

    private boolean isCancelled(Message element) {
      return cancellable(element).filter(cancelled::contains).isPresent();
    }
  }

  /**
   * The held lines, in order, and by the ids of their requests: a client may hold hundreds of
   * thousands and cancel as many.
   */
  private final class HeldLines {
    private final Set<HeldLine> all = new LinkedHashSet<>();

    /** Mostly one for an id, as no client should use an id twice. */
    private final Map<RequestId, List<HeldLine>> byId = new HashMap<>();

    /** False if there is no room for it. */
    boolean add(HeldLine line) {
      if (!budget.bytes.take(principal, line.bytes())) {
        return false;
      }
      all.add(line);
      line.ids.forEach(id -> byId.computeIfAbsent(id, none -> new ArrayList<>(1)).add(line));
      return true;
    }

    /** Take the one that has been held longest. */
    Optional<HeldLine> poll() {
      Optional<HeldLine> oldest = all.stream().findFirst();
      oldest.ifPresent(this::remove);
      return oldest;
    }

    void clear() {
      budget.giveBack(principal, all.stream().mapToLong(HeldLine::bytes).sum());
      all.clear();
      byId.clear();
    }

    void cancel(RequestId id) {
      List.copyOf(byId.getOrDefault(id, List.of())).stream()
          .filter(line -> line.cancel(id))
          .forEach(this::remove);
    }

    private void remove(HeldLine line) {
      all.remove(line);
      budget.giveBack(principal, line.bytes());
      for (RequestId id : line.ids) {
        List<HeldLine> lines = Objects.requireNonNull(byId.get(id));
        lines.remove(line);
        if (lines.isEmpty()) {
          byId.remove(id);
        }
      }
    }
  }
}
