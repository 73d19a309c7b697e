package dev.bullpen.protocol;

import dev.bullpen.json.Json;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The notifications that tell a client how it goes. When they may be sent is decided elsewhere. */
public final class Notice {
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
    ObjectNode params = Json.object();
    params.set("progressToken", token.json());
    params.set("progress", progress);
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
   * A list is another now ({@code notifications/…/list_changed}), for a legacy session.
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
}
