package dev.bullpen.testkit.client;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The messages a client sends. */
public final class Messages {
  private Messages() {}

  /** JSON written with ' for ", which keeps tests readable; {@code %s} as in a format string. */
  public static ObjectNode json(String text, Object... arguments) {
    return (ObjectNode) value(text.formatted(arguments));
  }

  /** A request. */
  public static ObjectNode request(long id, String method, JsonNode params) {
    ObjectNode message = Json.object();
    message.put("jsonrpc", "2.0");
    message.put("id", id);
    message.put("method", method);
    message.set("params", params);
    return message;
  }

  /** A notification. */
  public static ObjectNode notification(String method, JsonNode params) {
    ObjectNode message = request(0, method, params);
    message.remove("id");
    return message;
  }

  /** Params of {@code initialize}. */
  public static ObjectNode initialize(String version) {
    return initialize(version, Json.object());
  }

  /** Params of {@code initialize} of a client with capabilities. */
  public static ObjectNode initialize(String version, ObjectNode capabilities) {
    ObjectNode params =
        json("{'protocolVersion':'%s','clientInfo':{'name':'testkit','version':'0'}}", version);
    params.set("capabilities", capabilities);
    return params;
  }

  /** Params of {@code tools/call}; arguments as {@link #json} takes them. */
  public static ObjectNode callTool(String name, String arguments) {
    ObjectNode params = Json.object();
    params.put("name", name);
    params.set("arguments", value(arguments));
    return params;
  }

  /** Any JSON value written with ' for ". */
  public static JsonNode value(String text) {
    try {
      return Json.parse(text.replace('\'', '"'));
    } catch (JsonException e) {
      throw new IllegalArgumentException("not JSON: " + text, e);
    }
  }

  /** Answer to a request of the server. */
  public static ObjectNode response(JsonNode id, String member, JsonNode value) {
    ObjectNode message = Json.object();
    message.put("jsonrpc", "2.0");
    message.set("id", id);
    message.set(member, value);
    return message;
  }

  /** Params of {@code completion/complete} for an argument of a prompt. */
  public static ObjectNode completePrompt(String prompt, String argument, String value) {
    ObjectNode params = json("{'ref':{'type':'ref/prompt'},'argument':{}}");
    ((ObjectNode) params.get("ref")).put("name", prompt);
    return withArgument(params, argument, value);
  }

  /** Params of {@code completion/complete} for a variable of a resource template. */
  public static ObjectNode completeResource(String uri, String argument, String value) {
    ObjectNode params = json("{'ref':{'type':'ref/resource'},'argument':{}}");
    ((ObjectNode) params.get("ref")).put("uri", uri);
    return withArgument(params, argument, value);
  }

  /** Params of {@code notifications/cancelled}. */
  public static ObjectNode cancelled(long id) {
    ObjectNode params = Json.object();
    params.put("requestId", id);
    params.put("reason", "no longer wanted");
    return params;
  }

  private static ObjectNode withArgument(ObjectNode params, String argument, String value) {
    ObjectNode object = (ObjectNode) params.get("argument");
    object.put("name", argument);
    object.put("value", value);
    return params;
  }
}
