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
 * Adds what every result of 2026-07-28 has: {@code resultType} and the server's name. Not for
 * legacy results.
 *
 * @param serverInfo empty if the project wants it left out
 */
public record ModernResults(Optional<ServerInfo> serverInfo) {
  /**
   * The same result with {@code resultType} and, in {@code _meta}, {@code serverInfo}. Other keys
   * of {@code _meta} stay, except reserved ones. Of those, only the subscription id of a {@link
   * ListenParams#result} stays.
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
