package dev.bullpen.protocol.session;

import dev.bullpen.json.Json;
import dev.bullpen.json.TextCut;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Member;
import dev.bullpen.protocol.Revision;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The params of {@code initialize}.
 *
 * @param protocolVersion the requested revision, known or not
 * @param capabilities as received
 * @param clientName name and version of the client, cut if long
 */
public record InitializeParams(
    String protocolVersion, ObjectNode capabilities, Optional<String> clientName) {
  private static final int MOST_OF_NAME = 100;

  /** Read the params; {@code MissingNode} for none. {@code clientInfo} is required. */
  public static InitializeParams parse(JsonNode json) throws JsonRpcException {
    Member params = Member.params(json);
    String revision = params.get("protocolVersion").string();
    ObjectNode capabilities = params.get("capabilities").object();
    String name = params.get("clientInfo").get("name").string();
    String version = params.get("clientInfo").get("version").string();
    return new InitializeParams(
        revision, capabilities, Optional.of(TextCut.first(name + " " + version, MOST_OF_NAME)));
  }

  /**
   * The same for clients of mcp-bash, which may leave everything out: they get the newest legacy
   * revision and have no capabilities. What they send must be right.
   */
  public static InitializeParams parseWhatIsThere(JsonNode json) throws JsonRpcException {
    Member params = Member.params(json.isMissingNode() ? Json.object() : json);
    return new InitializeParams(
        params.get("protocolVersion").optionalString().orElse(Revision.latestLegacy().wire()),
        params.get("capabilities").optionalObject().orElseGet(Json::object),
        Optional.empty());
  }

  /**
   * The revision for the answer: the requested one if it is legacy, otherwise the newest legacy
   * one.
   */
  public Revision negotiated() {
    return Revision.of(protocolVersion)
        .filter(revision -> !revision.isModern())
        .orElse(Revision.latestLegacy());
  }
}
