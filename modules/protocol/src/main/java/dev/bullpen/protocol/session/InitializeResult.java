package dev.bullpen.protocol.session;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.Revision;
import tools.jackson.databind.node.ObjectNode;

/** The answer to {@code initialize}, with exactly the members its revision defines. */
public final class InitializeResult {
  private InitializeResult() {}

  /**
   * Build it.
   *
   * @param revision a legacy one; the modern ones have no handshake
   */
  public static ObjectNode build(
      Revision revision, ServerInfo server, ServerCapabilities capabilities) {
    if (revision.isModern()) {
      throw new IllegalArgumentException(revision.wire() + " has no initialize");
    }
    ObjectNode result = Json.object().put("protocolVersion", revision.wire());
    result.set("capabilities", capabilities.toJson(revision));
    result.set("serverInfo", server.implementation(revision));
    server.instructions().ifPresent(text -> result.put("instructions", text));
    return result;
  }
}
