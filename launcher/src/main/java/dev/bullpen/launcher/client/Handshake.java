package dev.bullpen.launcher.client;

import dev.bullpen.json.Json;
import tools.jackson.databind.node.ObjectNode;

/** How a session of the revisions before 2026-07-28 begins (specification, "Lifecycle"). */
public final class Handshake {
  public static final String REVISION = "2025-11-25";

  private Handshake() {}

  /** The params of initialize. */
  public static ObjectNode params(String client) {
    ObjectNode params = Json.object().put("protocolVersion", REVISION);
    params.putObject("capabilities");
    params.putObject("clientInfo").put("name", client).put("version", "0.1.0");
    return params;
  }
}
