package dev.bullpen.launcher.client;

import dev.bullpen.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server of 2026-07-28, where each request stands alone: it says who asks, its questions are
 * answered by asking again, and closing its connection cancels it.
 */
final class LoneServer extends RemoteServer {
  private static final String REVISION = "2026-07-28";
  private static final String OF_PROTOCOL = "io.modelcontextprotocol/";
  private static final String PARAM_HEADER = "Mcp-Param-";

  /** What may stand in the name of a header (RFC 9110, "token"). */
  private static final String HEADER_NAME = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

  /** By method, the member of the params that a header repeats. */
  private static final Map<String, String> NAMED =
      Map.of("tools/call", "name", "prompts/get", "name", "resources/read", "uri");

  private final String client;
  private final ObjectNode capabilities;

  /** Of the tools in the last list, by name. */
  private final Map<String, JsonNode> inputSchemas = new ConcurrentHashMap<>();

  private final Object questionLock = new Object();

  /** What has been asked, by the ids of the questions; guarded by questionLock. */
  private final Map<String, Asked> questions = new HashMap<>();

  private volatile String level = "";

  /**
   * A question that belongs to a request.
   *
   * @param key of the question among those of the request
   */
  private record Asked(Retry retry, String key) {}

  /**
   * A request that is sent again with answers.
   *
   * @param request with the state that the server wants to have back
   * @param wanted how many answers it wants
   */
  private record Retry(int id, ObjectNode request, ObjectNode answers, int wanted) {}

  LoneServer(Endpoint endpoint, String client, ObjectNode capabilities, Listener listener) {
    super(endpoint, listener);
    this.client = client;
    this.capabilities = capabilities;
  }

  /** Empty if there is no server of this revision; else what the result of initialize has. */
  Optional<JsonNode> discover(Duration limit) throws InterruptedException {
    try {
      JsonNode result = ask("server/discover", Json.object()).await(limit).result();
      boolean isServed =
          result
              .path("supportedVersions")
              .valueStream()
              .anyMatch(version -> version.stringValue("").equals(REVISION));
      JsonNode info = result.path("_meta").path(OF_PROTOCOL + "serverInfo");
      return isServed
          ? Optional.of(Json.object().set("serverInfo", info.isObject() ? info : Json.object()))
          : Optional.empty();
    } catch (ServerException e) {
      return Optional.empty();
    }
  }

  @Override
  void send(ObjectNode message) {
    String method = message.path("method").stringValue("");
    int id = message.path("id").intValue(0);
    if (method.isEmpty()) {
      answered(message);
    } else if (method.equals("notifications/cancelled")) {
      giveUp(message.at("/params/requestId").intValue(0));
    } else if (method.equals("logging/setLevel")) {
      level = message.at("/params/level").stringValue("");
      take(Json.object().put("id", id).set("result", Json.object()));
    } else if (message.has("id")) {
      ObjectNode request = dressed(message);
      request(id, request, post(request));
    }
    // A server of this revision takes no other notification.
  }

  /** The same with all that a request must say of its client. */
  private ObjectNode dressed(ObjectNode message) {
    ObjectNode params = message.withObjectProperty("params").deepCopy();
    ObjectNode meta = params.withObjectProperty("_meta");
    meta.put(OF_PROTOCOL + "protocolVersion", REVISION);
    meta.set(OF_PROTOCOL + "clientCapabilities", capabilities);
    meta.putObject(OF_PROTOCOL + "clientInfo").put("name", client).put("version", "0.1.0");
    if (!level.isEmpty()) {
      meta.put(OF_PROTOCOL + "logLevel", level);
    }
    return message.deepCopy().set("params", params);
  }

  private Exchange post(ObjectNode request) {
    String method = request.path("method").stringValue("");
    JsonNode params = request.path("params");
    Map<String, String> headers = new HashMap<>();
    headers.put("MCP-Protocol-Version", REVISION);
    headers.put("Mcp-Method", method);
    if (NAMED.containsKey(method)) {
      headers.put("Mcp-Name", encoded(params.path(NAMED.get(method)).stringValue("")));
    }
    JsonNode schema = inputSchemas.get(params.path("name").stringValue(""));
    if (method.equals("tools/call") && schema != null) {
      putParameters(schema, params.path("arguments"), headers);
    }
    return endpoint().post(request, headers);
  }

  /** Arguments that the tool wants in headers, too. */
  private static void putParameters(
      JsonNode schema, JsonNode arguments, Map<String, String> headers) {
    schema
        .path("properties")
        .forEachEntry(
            (name, property) -> {
              JsonNode value = arguments.path(name);
              String header = property.path("x-mcp-header").stringValue("");
              if (value.isObject()) {
                putParameters(property, value, headers);
              } else if (value.isValueNode() && !value.isNull() && header.matches(HEADER_NAME)) {
                headers.put(PARAM_HEADER + header, encoded(value.asString()));
              }
            });
  }

  /** As a header can carry it (2026-07-28, "Streamable HTTP", encoding of values). */
  private static String encoded(String value) {
    return Endpoint.isPlain(value) && value.equals(value.strip()) && !value.startsWith("=?")
        ? value
        : "=?base64?"
            + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))
            + "?=";
  }

  @Override
  void conclude(int id, ObjectNode request, ObjectNode response) {
    JsonNode result = response.path("result");
    result
        .path("tools")
        .forEach(
            tool -> inputSchemas.put(tool.path("name").stringValue(""), tool.path("inputSchema")));
    if (result.path("resultType").stringValue("").equals("input_required")) {
      askFor(result, id, request);
    } else {
      take(response);
    }
  }

  /**
   * Puts the questions of a result to the client, or asks again at once if it has a state alone.
   */
  private void askFor(JsonNode result, int id, ObjectNode request) {
    ObjectNode again = request.deepCopy();
    ObjectNode params = again.withObjectProperty("params");
    params.remove("inputResponses");
    params.remove("requestState");
    result
        .path("requestState")
        .stringValueOpt()
        .ifPresent(state -> params.put("requestState", state));
    JsonNode asked = result.path("inputRequests");
    boolean isKnown = asked.isObject() || asked.isMissingNode();
    if (!isKnown || asked.isEmpty() && !params.has("requestState")) {
      fail(
          id,
          endpoint()
              .of("wants input, but not which: its inputRequests is no object of questions."));
      return;
    }
    Retry retry = new Retry(id, again, Json.object(), asked.size());
    if (asked.isEmpty()) {
      askAgain(retry);
      return;
    }
    for (Map.Entry<String, JsonNode> each : asked.properties()) {
      String question = id + "/" + each.getKey();
      String method = each.getValue().path("method").stringValue("");
      synchronized (questionLock) {
        questions.put(question, new Asked(retry, each.getKey()));
      }
      if (!asks(Json.object().stringNode(question), method, each.getValue().path("params"))) {
        fail(
            id, endpoint().of("asks for %s, which this client does not answer.".formatted(method)));
        return;
      }
    }
  }

  /** A question has its answer. */
  private void answered(ObjectNode message) {
    Optional<Retry> ready;
    synchronized (questionLock) {
      Optional<Asked> asked =
          Optional.ofNullable(questions.remove(message.path("id").stringValue("")));
      asked.ifPresent(one -> one.retry().answers().set(one.key(), message.path("result")));
      ready = asked.map(Asked::retry).filter(retry -> retry.answers().size() == retry.wanted());
    }
    ready.ifPresent(this::askAgain);
  }

  /** It is another request to the server, and the same to the client. */
  private void askAgain(Retry retry) {
    ObjectNode request = retry.request();
    request.put("id", request.path("id").asString() + "-");
    if (retry.wanted() > 0) {
      request.withObjectProperty("params").set("inputResponses", retry.answers());
    }
    if (isOpen(retry.id())) {
      request(retry.id(), request, post(request));
    }
  }

  @Override
  boolean canResume() {
    return false;
  }

  @Override
  Exchange openEvents(String lastId) {
    ObjectNode listen = Json.object().put("jsonrpc", "2.0").put("id", "events");
    listen.put("method", "subscriptions/listen");
    listen
        .putObject("params")
        .putObject("notifications")
        .put("toolsListChanged", true)
        .put("promptsListChanged", true)
        .put("resourcesListChanged", true);
    return post(dressed(listen));
  }

  @Override
  void leave() {
    // To close its connections is all.
  }
}
