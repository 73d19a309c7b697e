package dev.bullpen.launcher.trial;

import dev.bullpen.launcher.ask.Asking;
import dev.bullpen.launcher.ask.Kind;
import dev.bullpen.launcher.client.ServerException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What the server lists, asked for once for each line that is typed, and again when the server says
 * that it has changed. For one thread, and another that forgets.
 */
final class Lists {
  /** Gets a whole list. */
  interface Source {
    List<JsonNode> list(Kind kind) throws ServerException, InterruptedException;
  }

  private final Source server;
  private final Object knownLock = new Object();

  /** Guarded by knownLock, like the number. */
  private final Map<Kind, Optional<List<JsonNode>>> known = new EnumMap<>(Kind.class);

  private int timesForgotten;

  Lists(Source server) {
    this.server = server;
  }

  /** Lists have changed, or may have; for any thread. */
  void forget() {
    synchronized (knownLock) {
      known.clear();
      timesForgotten++;
    }
  }

  /** A list; empty also if the server does not answer in time, because typing must not wait. */
  List<JsonNode> of(Kind kind) {
    return known(kind).orElse(List.of());
  }

  /** The same; empty if the server does not answer, so that no answer is not an empty list. */
  Optional<List<JsonNode>> known(Kind kind) {
    int asOf;
    synchronized (knownLock) {
      if (known.containsKey(kind)) {
        return known.get(kind);
      }
      asOf = timesForgotten;
    }
    Optional<List<JsonNode>> items = asked(kind);
    synchronized (knownLock) {
      if (asOf == timesForgotten) { // else it may be older than the change
        known.put(kind, items);
      }
    }
    return items;
  }

  Optional<JsonNode> find(Kind kind, String name) {
    return Asking.find(of(kind), name);
  }

  private Optional<List<JsonNode>> asked(Kind kind) {
    try {
      return Optional.of(server.list(kind));
    } catch (ServerException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
