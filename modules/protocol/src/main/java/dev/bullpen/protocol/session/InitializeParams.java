package dev.bullpen.protocol.session;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Member;
import dev.bullpen.protocol.Revision;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The params of {@code initialize}.
 *
 * @param protocolVersion the revision it asks for, known or not
 * @param capabilities as they came
 */
public record InitializeParams(String protocolVersion, ObjectNode capabilities) {
  /** Read the params; {@code MissingNode} for none. {@code clientInfo} is required and unused. */
  public static InitializeParams parse(JsonNode json) throws JsonRpcException {
    Member params = Member.params(json);
    InitializeParams read =
        new InitializeParams(
            params.get("protocolVersion").string(), params.get("capabilities").object());
    params.get("clientInfo").get("name").string();
    params.get("clientInfo").get("version").string();
    return read;
  }

  /**
   * The same for clients of mcp-bash, which may leave everything out: they get the newest legacy
   * revision, and have no capabilities. What they do send must be right.
   */
  public static InitializeParams parseWhatIsThere(JsonNode json) throws JsonRpcException {
    Member params = Member.params(json.isMissingNode() ? Json.object() : json);
    return new InitializeParams(
        params.get("protocolVersion").optionalString().orElse(Revision.latestLegacy().wire()),
        params.get("capabilities").optionalObject().orElseGet(Json::object));
  }

  /** The revision to answer with: the one asked for if it is legacy, else the newest legacy one. */
  public Revision negotiated() {
    return Revision.of(protocolVersion)
        .filter(revision -> !revision.isModern())
        .orElse(Revision.latestLegacy());
  }
}
