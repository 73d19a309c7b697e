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
  /** Ids are rarely used twice. */
  private final Map<RequestId, List<HeldLine>> byId = new HashMap<>();

  private HeldLine first;
  private HeldLine last;
  private long bytes;

  boolean isEmpty() {
    return first == null;
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
      byId.merge(id, List.of(line), HeldLines::both);
    }
  }

  private static List<HeldLine> both(List<HeldLine> some, List<HeldLine> more) {
    List<HeldLine> all = new ArrayList<>(some);
    all.addAll(more);
    return all;
  }

  /** The one that has been held longest; it is held no more. */
  Optional<HeldLine> poll() {
    Optional<HeldLine> oldest = Optional.ofNullable(first);
    oldest.ifPresent(this::remove);
    return oldest;
  }

  /** Nobody wants the answer to a request any more. */
  void cancel(RequestId id) {
    for (HeldLine line : byId.getOrDefault(id, List.of())) {
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
    for (RequestId id : line.ids()) {
      byId.computeIfPresent(id, (same, lines) -> without(line, lines));
    }
  }

  /** Null, as a map wants it, if there is none but that. */
  private static List<HeldLine> without(HeldLine line, List<HeldLine> lines) {
    List<HeldLine> others = lines.stream().filter(other -> other != line).toList();
    return others.isEmpty() ? null : others;
  }
}
