package dev.bullpen.http.endpoint;

import dev.bullpen.http.stream.MessageStream;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The streams of a session's POSTs, by name: the open ones, and those completed last, whether or
 * not their client has read them.
 */
final class PostStreams {
  /** How many completed streams a client can still ask for. */
  static final int KEPT = 16;

  private final Object streamsLock = new Object();
  private final Map<String, MessageStream> open = new LinkedHashMap<>();
  private final Map<String, MessageStream> over = new LinkedHashMap<>();

  /** Keep a stream, and forget the ones that were completed first. */
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

  /** The client does not return. */
  void discard() {
    synchronized (streamsLock) {
      open.values().forEach(MessageStream::discard);
      over.values().forEach(MessageStream::discard);
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
    Iterator<MessageStream> oldest = over.values().iterator();
    for (int surplus = over.size() - KEPT; surplus > 0; surplus--) {
      oldest.next().discard();
      oldest.remove();
    }
  }
}
