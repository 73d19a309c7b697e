package dev.bullpen.http.stream;

import dev.bullpen.protocol.RequestId;
import dev.bullpen.server.client.SharedBudget;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The events that all streams keep for clients that return (specification 2025-11-25, transports,
 * resumability). Principals share the memory for them. If a principal has no room for an event,
 * those of its streams that were completed first are forgotten.
 */
public final class EventLogs {
  private static final int PART_OF_HEAP = 16;
  private static final int MOST_EVENTS = 256;
  private static final int MOST_BYTES = 1024 * 1024;

  private record Event(long number, byte[] bytes, Optional<RequestId> request) {
    boolean has(byte[] line) {
      int end = bytes.length - 1;
      int begin = end - line.length;
      return begin >= 0 && Arrays.equals(bytes, begin, end, line, 0, line.length);
    }
  }

  private final SharedBudget budget;

  /** Guards all logs, because one makes room for another. */
  private final Object logsLock = new Object();

  /** The logs of completed streams, by principal, in the order of their completion. */
  private final Map<String, Set<Log>> completed = new HashMap<>();

  /**
   * @param budget in bytes
   */
  public EventLogs(SharedBudget budget) {
    this.budget = budget;
  }

  /** Logs that have a part of this JVM's heap. */
  public static EventLogs ofHeap() {
    return new EventLogs(SharedBudget.ofHeap(PART_OF_HEAP));
  }

  /** A log for a stream of a principal. */
  public Log log(String principal) {
    return new Log(principal);
  }

  private static byte[] bytes(List<Event> events) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    events.forEach(event -> all.writeBytes(event.bytes()));
    return all.toByteArray();
  }

  /** Forget the events of the stream that a principal completed first; false if it has none. */
  private boolean forgetFirst(String principal) {
    assert Thread.holdsLock(logsLock);
    Iterator<Log> first = completed.getOrDefault(principal, Set.of()).iterator();
    boolean isThere = first.hasNext();
    if (isThere) {
      Log forgotten = first.next();
      forgotten.clear();
      forgotten.leave();
    }
    return isThere;
  }

  /**
   * The last events of one stream. The stream's lock may be held in these methods, which take only
   * the lock of the budget.
   */
  public final class Log {
    private enum State {
      OPEN,
      COMPLETE,
      CLOSED
    }

    private final String principal;

    // Guarded by the lock of all logs.
    private final Deque<Event> events = new ArrayDeque<>();
    private long bytes;
    private State state = State.OPEN;
    private long last;

    /** The number of the last event that is not kept, apart from those that were withdrawn. */
    private long forgotten;

    private Log(String principal) {
      this.principal = principal;
    }

    /** The number of the last event, which may be forgotten; 0 if there was none. */
    long last() {
      synchronized (logsLock) {
        return last;
      }
    }

    /**
     * Keep the event with the number after the {@link #last}, if there is room for it.
     *
     * @param request with which it is withdrawn
     * @param sent the number of the last event that a client may have got: later ones are not
     *     forgotten for this
     */
    void add(byte[] event, Optional<RequestId> request, long sent) {
      synchronized (logsLock) {
        last++;
        if (state == State.CLOSED || !makeRoom(event.length)) {
          forgotten = last;
          return;
        }
        events.add(new Event(last, event, request));
        bytes += event.length;
        enter();
        while (events.element().number() <= sent
            && (events.size() > MOST_EVENTS || bytes > MOST_BYTES)) {
          removeFirst();
        }
      }
    }

    /** Take room for an event. If there is none, this log is empty, so that it has no gap. */
    private boolean makeRoom(int length) {
      assert Thread.holdsLock(logsLock);
      boolean canForget = true;
      while (canForget && !budget.take(principal, length)) {
        canForget = forgetFirst(principal) || forgetOwn();
      }
      return canForget;
    }

    /** Forget this log's first event; false if there is none. */
    private boolean forgetOwn() {
      assert Thread.holdsLock(logsLock);
      boolean isThere = !events.isEmpty();
      if (isThere) {
        removeFirst();
      }
      return isThere;
    }

    /** Keep no event of a request. To its client, nothing is missing without them. */
    void withdraw(RequestId id) {
      synchronized (logsLock) {
        List.copyOf(events).stream()
            .filter(one -> one.request().equals(Optional.of(id)))
            .forEach(this::remove);
      }
    }

    private void removeFirst() {
      assert Thread.holdsLock(logsLock);
      forgotten = events.element().number();
      remove(events.element());
    }

    private void remove(Event event) {
      assert Thread.holdsLock(logsLock);
      events.remove(event);
      bytes -= event.bytes().length;
      budget.giveBack(principal, event.bytes().length);
    }

    private void clear() {
      assert Thread.holdsLock(logsLock);
      while (!events.isEmpty()) {
        removeFirst();
      }
    }

    private void enter() {
      assert Thread.holdsLock(logsLock);
      if (state == State.COMPLETE && !events.isEmpty()) {
        completed.computeIfAbsent(principal, first -> new LinkedHashSet<>()).add(this);
      }
    }

    private void leave() {
      assert Thread.holdsLock(logsLock);
      completed.computeIfPresent(
          principal,
          (same, logs) -> {
            logs.remove(this);
            return logs.isEmpty() ? null : logs;
          });
    }

    /** The bytes of all events after a number; empty if some of them are no longer kept. */
    Optional<byte[]> after(long number) {
      List<Event> missed;
      synchronized (logsLock) {
        if (number > last || number < forgotten) {
          return Optional.empty();
        }
        missed = newer(number);
      }
      return Optional.of(bytes(missed));
    }

    /** The bytes of the events after a number that are still kept. */
    byte[] keptAfter(long number) {
      List<Event> kept;
      synchronized (logsLock) {
        kept = newer(number);
      }
      return bytes(kept);
    }

    /**
     * Whether an event after a number is kept that has this data.
     *
     * @param line with its newline, before the one that ends the event
     */
    boolean hasAfter(long number, byte[] line) {
      synchronized (logsLock) {
        return newer(number).stream().anyMatch(event -> event.has(line));
      }
    }

    /** Whether the events after a number are as many as a log keeps of those that were sent. */
    boolean isFullAfter(long number) {
      synchronized (logsLock) {
        List<Event> newer = newer(number);
        return newer.size() >= MOST_EVENTS
            || newer.stream().mapToLong(event -> event.bytes().length).sum() >= MOST_BYTES;
      }
    }

    private List<Event> newer(long number) {
      assert Thread.holdsLock(logsLock);
      return events.stream().filter(event -> event.number() > number).toList();
    }

    /** The stream is complete: its events may make room for those of others. */
    void complete() {
      synchronized (logsLock) {
        if (state == State.OPEN) {
          state = State.COMPLETE;
          enter();
        }
      }
    }

    /** The client does not return: keep nothing from now on. */
    void close() {
      synchronized (logsLock) {
        state = State.CLOSED;
        clear();
        leave();
      }
    }
  }
}
