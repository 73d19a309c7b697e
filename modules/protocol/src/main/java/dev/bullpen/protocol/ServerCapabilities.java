package dev.bullpen.protocol;

import dev.bullpen.json.Json;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** What the server offers: the same set decides what is advertised and what is answered. */
public record ServerCapabilities(Set<Capability> offered) {
  /** Keep a copy nobody else can change. */
  public ServerCapabilities {
    offered = Set.copyOf(offered);
  }

  /** Whether the methods behind a capability are served. */
  public boolean offers(Capability capability) {
    return offered.contains(capability);
  }

  /** The {@code ServerCapabilities} object, in alphabetical order. */
  public ObjectNode toJson(Revision revision) {
    ObjectNode json = Json.object();
    offered.stream()
        .filter(capability -> capability.isDefinedIn(revision))
        .sorted()
        .forEach(capability -> json.set(capability.wire(), Json.object()));
    return json;
  }
}
