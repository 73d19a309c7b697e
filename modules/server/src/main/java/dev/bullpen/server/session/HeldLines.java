package dev.bullpen.server.session;

import dev.bullpen.protocol.RequestId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is held back, in order, and by the ids of its requests: a client may hold hundreds of
 * thousands and take back as many. Not thread-safe.
 */
final class HeldLines {
  private final Map<RequestId, HeldLine> byId = new HashMap<>();

  /** Where an id is used again; no client should. */
  private final Map<RequestId, List<HeldLine>> again = new HashMap<>();

  private HeldLine first;
  private HeldLine last;
  private long bytes;

  boolean isEmpty() {
    return first == null;
  }

  /** How many requests there are among it. */
  int requests() {
    return byId.size();
  }

  /** What all of it takes of the heap. */
  long bytes() {
    return bytes;
  }

  void add(HeldLine line) {
    line.before = last;
    if (last == null) {
      first = line;
    } else {
      last.after = line;
    }
    last = line;
    bytes += line.bytes();
    for (RequestId id : line.ids()) {
      if (byId.putIfAbsent(id, line) != null) {
        again.computeIfAbsent(id, same -> new ArrayList<>()).add(line);
      }
    }
  }

  /** The one that has been held longest; it is held no more. */
  Optional<HeldLine> poll() {
    Optional<HeldLine> oldest = Optional.ofNullable(first);
    oldest.ifPresent(this::remove);
    return oldest;
  }

  /** Nobody is there any more to be served. */
  void clear() {
    while (first != null) {
      remove(first);
    }
  }

  /** Nobody wants the answer to a request any more. */
  void cancel(RequestId id) {
    List<HeldLine> lines = new ArrayList<>(again.getOrDefault(id, List.of()));
    Optional.ofNullable(byId.get(id)).ifPresent(lines::add);
    for (HeldLine line : lines) {
      if (line.cancel(id)) {
        remove(line);
      }
    }
  }

  private void remove(HeldLine line) {
    if (line.before == null) {
      first = line.after;
    } else {
      line.before.after = line.after;
    }
    if (line.after == null) {
      last = line.before;
    } else {
      line.after.before = line.before;
    }
    bytes -= line.bytes();
    line.ids().forEach(id -> forget(id, line));
  }

  private void forget(RequestId id, HeldLine line) {
    List<HeldLine> others = again.getOrDefault(id, new ArrayList<>(0));
    if (byId.remove(id, line) && !others.isEmpty()) {
      byId.put(id, others.remove(0));
    } else {
      others.remove(line);
    }
    if (others.isEmpty()) {
      again.remove(id);
    }
  }
}
