package dev.bullpen.protocol.session;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.Revision;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The answer to {@code server/discover}. */
public final class DiscoverResult {
  private DiscoverResult() {}

  /**
   * Build it, still without what {@code ModernResults} adds to every result, the name of the server
   * among it.
   *
   * <p>Only modern versions are listed: a client takes one of them for its next request, which it
   * cannot do with one that needs a handshake.
   */
  public static ObjectNode build(
      ServerInfo server, ServerCapabilities capabilities, CacheHint hint) {
    ArrayNode versions = Json.array();
    Revision.MODERN.forEach(revision -> versions.add(revision.wire()));
    ObjectNode result = Json.object();
    result.set("supportedVersions", versions);
    result.set("capabilities", capabilities.toJson(Revision.V2026_07_28));
    server.instructions().ifPresent(text -> result.put("instructions", text));
    hint.addTo(result);
    return result;
  }
}
