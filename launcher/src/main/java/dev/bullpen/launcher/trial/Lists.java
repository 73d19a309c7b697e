package dev.bullpen.launcher.trial;

import dev.bullpen.launcher.ask.Asking;
import dev.bullpen.launcher.ask.Kind;
import dev.bullpen.launcher.client.ServerException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The server's lists, requested at most once for each typed line. For one thread. */
final class Lists {
  /** Gets a whole list. */
  interface Source {
    List<JsonNode> list(Kind kind) throws ServerException, InterruptedException;
  }

  private final Source server;
  private final Map<Kind, List<JsonNode>> known = new EnumMap<>(Kind.class);

  Lists(Source server) {
    this.server = server;
  }

  /** Called before a new line, because lists may have changed. */
  void forget() {
    known.clear();
  }

  /** A list; empty also if the server does not answer in time, because typing must not wait. */
  List<JsonNode> of(Kind kind) {
    List<JsonNode> items = known.get(kind);
    if (items == null) {
      items = asked(kind);
      known.put(kind, items);
    }
    return items;
  }

  Optional<JsonNode> find(Kind kind, String name) {
    return Asking.find(of(kind), name);
  }

  private List<JsonNode> asked(Kind kind) {
    try {
      return server.list(kind);
    } catch (ServerException e) {
      return List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }
}
