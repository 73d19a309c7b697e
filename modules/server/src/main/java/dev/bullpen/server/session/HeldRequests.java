package dev.bullpen.server.session;

import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.client.Client;
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
 * Requests of a client that does not read its answers are held back here, in order, and behind them
 * the notifications that mean something only after them. All others, cancels above all, are served
 * as ever. When it reads again they are let go; when it sends without end and reads nothing, so
 * many bytes are held and then it is not read any more ({@link Budget}).
 */
public final class HeldRequests {
  /** A shortage of threads may be over by then. */
  private static final Duration SOON = Duration.ofMillis(100);

  /** Notifications that rest on what the client has sent before them. */
  private static final Set<String> IN_ORDER =
      Set.of(Methods.INITIALIZED, Methods.EXIT, Methods.ROOTS_CHANGED);

  private final ReentrantLock heldLock = new ReentrantLock();
  private final Condition none = heldLock.newCondition();
  private final HeldLines held = new HeldLines();

  private final Condition dispatched = heldLock.newCondition();

  /** What is being let go, which cancels would not find yet among the calls. */
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
   * @param client tells whether it reads
   * @param left completed when a client has left by what was held: nothing it sends is served any
   *     more, and the thread that reads from it may wait for more in vain
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
   * The bytes that all sessions may hold: three fifths of the heap. The sessions of one principal
   * hold no more than twice of what is left then. So one principal alone holds two fifths, some
   * three of the largest lines, and however many there are, something is left for one more.
   */
  public static final class Budget {
    private static final int TIMES_WHAT_IS_LEFT = 2;

    private final ReentrantLock bytesLock = new ReentrantLock();
    private final Condition change = bytesLock.newCondition();

    private final long most;

    // All guarded by the lock.
    private final Map<String, Long> held = new HashMap<>();
    private long all;
    private long changes;

    public Budget() {
      this(Runtime.getRuntime().maxMemory() * 3 / 5);
    }

    /** The same with another number of bytes, for tests. */
    Budget(long most) {
      this.most = most;
    }

    /** False if a principal can hold no more bytes now. Where nothing is held, any line is. */
    private boolean take(String principal, long bytes) {
      bytesLock.lock();
      try {
        long own = held.getOrDefault(principal, 0L) + bytes;
        boolean fits = all == 0 || own <= TIMES_WHAT_IS_LEFT * (most - all - bytes);
        if (fits) {
          held.put(principal, own);
          all += bytes;
        }
        return fits;
      } finally {
        bytesLock.unlock();
      }
    }

    private void giveBack(String principal, long bytes) {
      bytesLock.lock();
      try {
        held.computeIfPresent(principal, (same, own) -> own == bytes ? null : own - bytes);
        all -= bytes;
        changed();
      } finally {
        bytesLock.unlock();
      }
    }

    /** What has waited for bytes may have them now, or need them no more. */
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
     * Wait until something has changed.
     *
     * @param seen so many {@link #changes} have been seen
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
   * Dispatch a message, or hold it back; waits only if too much is held already.
   *
   * @param line what it was read from; not to be changed any more
   */
  void accept(Message message, byte[] line) {
    if (message instanceof Message.Notification notification
        && !IN_ORDER.contains(notification.method())) {
      // First what is held; one that is being dispatched is among the calls when this returns.
      dispatcher.cancelled(notification).ifPresent(this::drop);
      dispatcher.dispatch(message);
    } else if (!hold(message, line)) {
      dispatcher.dispatch(message);
    } else if (!out.isFull()) {
      release(); // there was room again just before it was put where that is looked for
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

  /** Whether there may be something to write for it, for which a client should have room. */
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
   * Wait until the client has read so much that nothing is held any more, when nothing more comes.
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

  /** There is room again: let go what is held, on a thread of its own. */
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
      heldLock.lock();
      try {
        releasing = false;
      } finally {
        heldLock.unlock();
      }
      later.after(SOON, this::release);
    }
  }

  /** Nothing more is served: what is held is dropped, and no thread waits for room any more. */
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
    for (Optional<HeldLine> next = next(); next.isPresent(); next = next()) {
      try {
        dispatcher.dispatch(next.get().message());
      } catch (RuntimeException | Error e) {
        dispatcher.fail(e); // no reason not to come to the next
      }
    }
    if (dispatcher.isLeft()) {
      left.complete(null);
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
   * A line that is held back, to be read once more when it is let go: what is made of a line may
   * take thirty times its memory.
   */
  private static final class HeldLine {
    /** What one takes beside its bytes: itself, its place among the others, and an id with its. */
    static final int ENTRY_BYTES = 280;

    private final byte[] line;

    /** Of the requests in it that can be cancelled. */
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

    /** The id of a request, but of {@code initialize}: it must not be cancelled (lifecycle). */
    private static Optional<RequestId> cancellable(Message element) {
      return element instanceof Message.Request request
              && !request.method().equals(Methods.INITIALIZE)
          ? Optional.of(request.id())
          : Optional.empty();
    }

    long bytes() {
      return line.length + (long) ENTRY_BYTES * Math.max(1, ids.size());
    }

    /** Leave a request out; true if nothing else can be in it. */
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
   * What is held back, in order, and by the ids of its requests: a client may hold hundreds of
   * thousands and take back as many.
   */
  private final class HeldLines {
    private final Set<HeldLine> all = new LinkedHashSet<>();

    /** Mostly one for an id; no client should use one again. */
    private final Map<RequestId, List<HeldLine>> byId = new HashMap<>();

    /** False if there is no room for it. */
    boolean add(HeldLine line) {
      if (!budget.take(principal, line.bytes())) {
        return false;
      }
      all.add(line);
      line.ids.forEach(id -> byId.computeIfAbsent(id, none -> new ArrayList<>(1)).add(line));
      return true;
    }

    /** The one that has been held longest; it is held no more. */
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
