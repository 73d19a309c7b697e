package dev.bullpen.http.stream;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The last events of one stream, for a client that returns (specification 2025-11-25, transports,
 * resumability). Not thread-safe.
 */
final class EventLog {
  private static final int MOST_EVENTS = 256;
  private static final int MOST_BYTES = 1024 * 1024;

  private record Event(long number, byte[] bytes) {}

  private final Deque<Event> events = new ArrayDeque<>();
  private long last;
  private int bytes;

  /** The number of the next event; the first is 1. */
  long next() {
    return last + 1;
  }

  /** Keep the event with the {@link #next} number. */
  void add(byte[] event) {
    last++;
    events.add(new Event(last, event));
    bytes += event.length;
    // Always keep the newest, whatever its size: it may be the answer.
    while (events.size() > 1 && (events.size() > MOST_EVENTS || bytes > MOST_BYTES)) {
      bytes -= events.remove().bytes().length;
    }
  }

  /** The bytes of all events after a number; empty if some of them are no longer kept. */
  Optional<byte[]> after(long number) {
    boolean isKept = events.isEmpty() ? number == last : number >= events.element().number() - 1;
    if (number > last || !isKept) {
      return Optional.empty();
    }
    ByteArrayOutputStream missed = new ByteArrayOutputStream();
    events.stream()
        .filter(event -> event.number() > number)
        .forEach(event -> missed.writeBytes(event.bytes()));
    return Optional.of(missed.toByteArray());
  }
}
