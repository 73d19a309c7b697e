package dev.bullpen.protocol.method;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.ProgressToken;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.Capability;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The notifications to a client. Callers decide when they may be sent. */
public final class Notice {
  private static final String PARAMS = "params";

  private Notice() {}

  /** {@code notifications/progress}, with the numbers as the script wrote them. */
  public static ObjectNode progress(
      ProgressToken token,
      JsonNode progress,
      Optional<JsonNode> total,
      Optional<String> message,
      Revision revision) {
    ObjectNode params = Json.object().set("progressToken", token.json()).set("progress", progress);
    total.ifPresent(number -> params.set("total", number));
    if (revision.hasProgressMessage()) {
      message.ifPresent(text -> params.put("message", text));
    }
    return JsonRpc.notification("notifications/progress", params);
  }

  /** {@code notifications/message}. */
  public static ObjectNode log(LogLevel level, Optional<String> logger, JsonNode data) {
    ObjectNode params = Json.object().put("level", level.wire());
    logger.ifPresent(name -> params.put("logger", name));
    params.set("data", data);
    return JsonRpc.notification("notifications/message", params);
  }

  /**
   * {@code notifications/…/list_changed}. A legacy session gets it as it is, a modern subscription
   * {@link #tagged}.
   */
  public static ObjectNode listChanged(Capability list) {
    return switch (list) {
      case TOOLS, PROMPTS, RESOURCES ->
          JsonRpc.notification("notifications/" + list.wire() + "/list_changed");
      case COMPLETIONS, LOGGING ->
          throw new IllegalArgumentException("there is no list of " + list.wire());
    };
  }

  /**
   * {@code notifications/resources/updated}. A legacy session gets it as it is, a modern
   * subscription {@link #tagged}.
   *
   * @param uri as the client wrote it when it subscribed
   */
  public static ObjectNode resourceUpdated(String uri) {
    return JsonRpc.notification("notifications/resources/updated", Json.object().put("uri", uri));
  }

  /** {@code notifications/subscriptions/acknowledged}, the first of a subscription; tagged. */
  public static ObjectNode acknowledged(RequestId listen, ListenParams honoured) {
    ObjectNode params = Json.object();
    params.set(MetaKey.META, ListenParams.meta(listen));
    params.set("notifications", honoured.toJson());
    return JsonRpc.notification("notifications/subscriptions/acknowledged", params);
  }

  /**
   * The same notification for a modern subscription.
   *
   * @param notification not changed
   * @param listen the id of the request that opened the subscription
   */
  public static ObjectNode tagged(ObjectNode notification, RequestId listen) {
    ObjectNode params = copy(notification.path(PARAMS));
    ObjectNode meta = copy(params.path(MetaKey.META));
    meta.setAll(ListenParams.meta(listen));
    params.set(MetaKey.META, meta);
    ObjectNode tagged = copy(notification);
    tagged.set(PARAMS, params);
    return tagged;
  }

  /**
   * The server ends a request of the client. In the modern era this is only for {@code
   * subscriptions/listen}, on stdio and after its {@link ListenParams#result} (specification
   * 2026-07-28, cancellation).
   */
  public static ObjectNode cancelled(RequestId request) {
    ObjectNode params = Json.object().set("requestId", request.toJson());
    return JsonRpc.notification("notifications/cancelled", params);
  }

  private static ObjectNode copy(JsonNode json) {
    ObjectNode copy = Json.object();
    if (json instanceof ObjectNode object) {
      copy.setAll(object);
    }
    return copy;
  }
}
