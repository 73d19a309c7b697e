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

/** The notifications that tell a client how it goes. When they may be sent is decided elsewhere. */
public final class Notice {
  private static final String PARAMS = "params";

  private Notice() {}

  /**
   * How far a request has come ({@code notifications/progress}).
   *
   * @param progress a number, as the script wrote it
   * @param total a number too
   * @param message left out where the revision has none
   */
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

  /**
   * A log line ({@code notifications/message}).
   *
   * @param logger which part of the server says so
   * @param data any JSON
   */
  public static ObjectNode log(LogLevel level, Optional<String> logger, JsonNode data) {
    ObjectNode params = Json.object().put("level", level.wire());
    logger.ifPresent(name -> params.put("logger", name));
    params.set("data", data);
    return JsonRpc.notification("notifications/message", params);
  }

  /**
   * A list is another now ({@code notifications/…/list_changed}). A legacy session gets it as it
   * is, a modern subscription {@link #tagged}.
   *
   * @param list tools, prompts or resources
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
   * A resource may be another now ({@code notifications/resources/updated}). A legacy session gets
   * it as it is, a modern subscription {@link #tagged}.
   *
   * @param uri as the client wrote it when it subscribed, so that it knows it again
   */
  public static ObjectNode resourceUpdated(String uri) {
    return JsonRpc.notification("notifications/resources/updated", Json.object().put("uri", uri));
  }

  /**
   * A subscription is open ({@code notifications/subscriptions/acknowledged}); tagged already, and
   * the first that may be sent of it.
   *
   * @param listen the id of the request that opened it
   * @param honoured what of the wishes will be told; see {@link ListenParams#honouredBy}
   */
  public static ObjectNode acknowledged(RequestId listen, ListenParams honoured) {
    ObjectNode params = Json.object();
    params.set(MetaKey.META, ListenParams.meta(listen));
    params.set("notifications", honoured.toJson());
    return JsonRpc.notification("notifications/subscriptions/acknowledged", params);
  }

  /**
   * The same notification as one of a modern subscription.
   *
   * @param notification left as it is
   * @param listen the id of the request that opened the subscription; {@code 7} and {@code "7"} are
   *     two
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
   * The server has ended a request of the client ({@code notifications/cancelled}). Of modern
   * requests that may only be a {@code subscriptions/listen}, on stdio and after its {@link
   * ListenParams#result} (specification 2026-07-28, cancellation).
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
