package dev.bullpen.protocol.session;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.Revision;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the server offers. It decides both what is advertised and what is answered.
 *
 * @param listChanged whether lists may change, with notifications
 * @param ui whether to advertise that tools may have a user interface (MCP Apps)
 */
public record ServerCapabilities(Set<Capability> offered, boolean listChanged, boolean ui) {
  public ServerCapabilities {
    offered = Set.copyOf(offered);
  }

  /** Without extensions, and with lists that may change. */
  public ServerCapabilities(Set<Capability> offered) {
    this(offered, true, false);
  }

  public ServerCapabilities withUi(boolean offeredByClient) {
    return new ServerCapabilities(offered, listChanged, offeredByClient);
  }

  public ServerCapabilities withListChanged(boolean mayChange) {
    return new ServerCapabilities(offered, mayChange, ui);
  }

  public boolean offers(Capability capability) {
    return offered.contains(capability);
  }

  public ObjectNode toJson(Revision revision) {
    ObjectNode json = Json.object();
    offered.stream()
        .filter(capability -> capability.isDefinedIn(revision))
        .sorted()
        .forEach(capability -> json.set(capability.wire(), capability.toJson(listChanged)));
    if (ui) {
      UiExtension.addTo(json);
    }
    return json;
  }
}
