package dev.bullpen.protocol.method;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.question.InputRequired;
import dev.bullpen.protocol.session.ServerInfo;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes a result one of 2026-07-28: complete, unless it says that input is required, and signed
 * with the name of the server. To be used on every modern result, and on no legacy one.
 *
 * @param serverInfo who signs; empty where the project wants no signature
 */
public record ModernResults(Optional<ServerInfo> serverInfo) {
  /**
   * The same result with {@code resultType} and, in {@code _meta}, {@code serverInfo}. Keys of
   * {@code _meta} that the result brings stay, except those the specification reserves: they are
   * ours to set. One of them is set already: which subscription a {@link ListenParams#result} ends.
   */
  public ObjectNode complete(ObjectNode result) {
    ObjectNode complete = Json.object();
    complete.setAll(result);
    if (!InputRequired.isOne(result)) {
      complete.put("resultType", "complete");
    }
    complete.remove(MetaKey.META);
    ObjectNode meta = meta(result.path(MetaKey.META));
    if (ListenParams.isResult(result)) {
      meta.set(MetaKey.SUBSCRIPTION_ID, result.path(MetaKey.META).get(MetaKey.SUBSCRIPTION_ID));
    }
    if (!meta.isEmpty()) {
      complete.set(MetaKey.META, meta);
    }
    return complete;
  }

  private ObjectNode meta(JsonNode brought) {
    ObjectNode meta = MetaKey.unreserved(brought).orElseGet(Json::object);
    serverInfo.ifPresent(
        info -> meta.set(MetaKey.SERVER_INFO, info.implementation(Revision.V2026_07_28)));
    return meta;
  }
}
