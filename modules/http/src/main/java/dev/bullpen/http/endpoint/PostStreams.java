package dev.bullpen.http.endpoint;

import dev.bullpen.http.stream.MessageStream;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The streams of a session's POSTs, by name: those that are not over, and those that were over
 * last, whether or not their client has read them.
 */
final class PostStreams {
  /** Streams that are over and can still be asked for. */
  static final int KEPT = 16;

  private final Object streamsLock = new Object();
  private final Map<String, MessageStream> open = new LinkedHashMap<>();
  private final Map<String, MessageStream> over = new LinkedHashMap<>();

  /** Keep one more, and forget those that were over first. */
  void add(String name, MessageStream stream) {
    synchronized (streamsLock) {
      noteEnds();
      forgetOldest();
      open.put(name, stream);
    }
  }

  Optional<MessageStream> named(String name) {
    synchronized (streamsLock) {
      return Optional.ofNullable(open.getOrDefault(name, over.get(name)));
    }
  }

  private void noteEnds() {
    assert Thread.holdsLock(streamsLock);
    Iterator<Map.Entry<String, MessageStream>> each = open.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<String, MessageStream> one = each.next();
      if (one.getValue().isComplete()) {
        over.put(one.getKey(), one.getValue());
        each.remove();
      }
    }
  }

  private void forgetOldest() {
    assert Thread.holdsLock(streamsLock);
    Iterator<String> oldest = over.keySet().iterator();
    for (int surplus = over.size() - KEPT; surplus > 0; surplus--) {
      oldest.next();
      oldest.remove();
    }
  }
}
