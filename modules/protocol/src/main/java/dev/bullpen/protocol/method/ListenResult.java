package dev.bullpen.protocol.method;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.RequestId;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The answer to {@code subscriptions/listen}, given only when the server ends the subscription
 * (specification 2026-07-28, subscriptions).
 */
public final class ListenResult {
  private ListenResult() {}

  /**
   * Build it, still without what {@link ModernResults} adds. Where the transport is not closed with
   * it, {@link Notice#cancelled} is to follow.
   *
   * @param listen the id of the request that opened the subscription
   */
  public static ObjectNode closed(RequestId listen) {
    ObjectNode result = Json.object();
    result.set(MetaKey.META, meta(listen));
    return result;
  }

  /** A {@code _meta} that says which subscription it belongs to. */
  static ObjectNode meta(RequestId listen) {
    ObjectNode meta = Json.object();
    meta.set(MetaKey.SUBSCRIPTION_ID, listen.toJson());
    return meta;
  }

  /**
   * Whether a result is one. It has no members of its own, so that nothing a script prints can pass
   * for one: what scripts print has at least content or messages.
   */
  static boolean isOne(JsonNode result) {
    return result.size() == 1 && result.path(MetaKey.META).has(MetaKey.SUBSCRIPTION_ID);
  }
}
