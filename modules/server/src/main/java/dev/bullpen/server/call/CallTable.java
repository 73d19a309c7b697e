package dev.bullpen.server.call;

import dev.bullpen.json.TextCut;
import dev.bullpen.pool.view.Seconds;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.server.call.EndedCall.Outcome;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.node.ObjectNode;

/**
 * The calls in flight, of both eras, by the id that the client gave them. Also calls that were
 * answered by a question, which can be cancelled as long as no other call has their id.
 */
public final class CallTable {
  private static final Logger LOG = System.getLogger("bullpen.server");

  private static final int MOST_SHOWN = 40;

  private static final int MOST_OF_ID = 60;

  private final ReentrantLock table = new ReentrantLock();
  private final Condition empty = table.newCondition();
  private final Map<RequestId, Call> calls = new HashMap<>();
  private final Map<RequestId, Call> asked = new HashMap<>();

  /** Those in flight for which nothing is done. They only wait for notifications. */
  private final Set<Call> listening = new HashSet<>();

  private final List<CallObserver> observers;
  private long changedAt = System.nanoTime();

  /** The answer to each call that comes after the end. */
  private Optional<JsonRpcError> ended = Optional.empty();

  /** For calls that no client has made, which no observer sees. */
  public CallTable() {
    this(List.of());
  }

  /**
   * @param observers of the calls of all sessions
   */
  public CallTable(List<CallObserver> observers) {
    this.observers = observers;
  }

  /**
   * False if another call with that id is in flight. A call that is answered is not, even if it is
   * still in this table: its client may be faster than the thread that has answered it.
   */
  public boolean add(Call call) {
    boolean isAdded = enter(call);
    if (isAdded) {
      ended().ifPresent(call::abandon);
    }
    return isAdded;
  }

  private Optional<JsonRpcError> ended() {
    table.lock();
    try {
      return ended;
    } finally {
      table.unlock();
    }
  }

  private boolean enter(Call call) {
    table.lock();
    try {
      changedAt = System.nanoTime();
      Call other = calls.get(call.id());
      if (other != null && other.isOpen()) {
        return false;
      }
      calls.put(call.id(), call);
      listening.remove(other);
      asked.remove(call.id());
      return true;
    } finally {
      table.unlock();
    }
  }

  void remove(Call call) {
    table.lock();
    try {
      settle(call);
      asked.remove(call.id(), call);
    } finally {
      table.unlock();
    }
  }

  void answered(Call call, ObjectNode message) {
    remove(call);
    ended(EndedCall.answered(call, message));
  }

  /** Every observer is notified, even if another fails. */
  private void ended(EndedCall ended) {
    ended.call().decided();
    for (CallObserver observer : observers) {
      try {
        observer.ended(ended);
      } catch (RuntimeException | Error e) {
        LOG.log(Level.ERROR, "a defect in observing the end of a call", e);
      }
    }
  }

  void allowed(Call call) throws JsonRpcException {
    for (CallObserver observer : observers) {
      observer.allowed(call);
    }
  }

  void failedUnheard(Call asked, Trouble trouble) {
    observers.forEach(observer -> observer.failedUnheard(asked, trouble));
  }

  public void refused(String what, JsonRpcError error) {
    observers.forEach(observer -> observer.refused(what, error));
  }

  /**
   * @param wasOpen false if it had ended before, answered by a question
   */
  void cancelled(Call call, boolean wasOpen) {
    remove(call);
    if (wasOpen) {
      ended(EndedCall.without(call, Outcome.CANCELLED));
    }
  }

  /** A call has been answered by a question, unless it is over already. */
  void asked(Call call) {
    table.lock();
    try {
      if (settle(call)) {
        asked.put(call.id(), call);
      }
    } finally {
      table.unlock();
    }
    ended(EndedCall.without(call, Outcome.ASKED));
  }

  void listens(Call call) {
    table.lock();
    try {
      if (calls.get(call.id()) == call) {
        changedAt = System.nanoTime();
        listening.add(call);
      }
    } finally {
      table.unlock();
    }
  }

  /** A call is no longer in flight; false if it was not before. */
  private boolean settle(Call call) {
    assert table.isHeldByCurrentThread();
    changedAt = System.nanoTime();
    boolean was = calls.remove(call.id(), call);
    listening.remove(call);
    if (calls.isEmpty()) {
      empty.signalAll();
    }
    return was;
  }

  /** The call that a client means that cancels this id: in flight, or answered by a question. */
  public Optional<Call> find(RequestId id) {
    table.lock();
    try {
      Call call = calls.get(id);
      return Optional.ofNullable(call == null ? asked.get(id) : call);
    } finally {
      table.unlock();
    }
  }

  /** How long no client has been served; zero while any call does not only listen. */
  public Duration quietFor() {
    table.lock();
    try {
      return calls.size() == listening.size()
          ? Duration.ofNanos(System.nanoTime() - changedAt)
          : Duration.ZERO;
    } finally {
      table.unlock();
    }
  }

  public boolean awaitNone(Duration patience) {
    table.lock();
    try {
      long left = patience.toNanos();
      while (!calls.isEmpty() && left > 0) {
        left = empty.awaitNanos(left);
      }
      return calls.isEmpty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      table.unlock();
    }
  }

  public List<String> describe() {
    List<Call> all = all();
    List<String> lines = new ArrayList<>();
    lines.add("calls in flight: " + all.size());
    long now = System.nanoTime();
    all.stream()
        .sorted(Comparator.comparingLong(call -> call.since() - now))
        .limit(MOST_SHOWN)
        .map(call -> "  %s %s, for %s".formatted(id(call), call.method(), age(call, now)))
        .forEach(lines::add);
    if (all.size() > MOST_SHOWN) {
      lines.add("  and %d more".formatted(all.size() - MOST_SHOWN));
    }
    return lines;
  }

  private static String id(Call call) {
    return TextCut.dotted(call.id().toString(), MOST_OF_ID);
  }

  private static String age(Call call, long now) {
    return Seconds.of(Duration.ofNanos(now - call.since()));
  }

  /** The calls in flight. */
  public List<Call> all() {
    table.lock();
    try {
      return List.copyOf(calls.values());
    } finally {
      table.unlock();
    }
  }

  /**
   * The session ends: open and later calls are answered with this error, and what is done for them
   * is ended.
   *
   * @return how many were in flight
   */
  public int abandonAll(JsonRpcError error) {
    table.lock();
    try {
      ended = Optional.of(error);
    } finally {
      table.unlock();
    }
    int abandoned = 0;
    Optional<Error> failure = Optional.empty();
    for (Call call : all()) {
      try {
        abandoned += call.abandon(error) ? 1 : 0;
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, "a defect in ending " + call.method(), e);
      } catch (Error e) {
        failure = Optional.of(e); // thrown when the others have been ended
      }
    }
    if (failure.isPresent()) {
      throw failure.get();
    }
    return abandoned;
  }
}
