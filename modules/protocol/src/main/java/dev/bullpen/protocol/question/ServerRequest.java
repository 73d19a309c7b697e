package dev.bullpen.protocol.question;

import dev.bullpen.json.Json;
import dev.bullpen.json.UriText;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A question to the client while a request is served. In the legacy era it is a request of the
 * server. In the modern era it is part of a result that asks for input.
 *
 * <p>A script's text is checked when a request is made, so everything sent is valid. The message of
 * the {@link JsonRpcException} says what is refused and why.
 */
public sealed interface ServerRequest permits Elicitation, Sampling, ServerRequest.Roots {
  /** Asks which folders the client works in. Some clients send bare paths or empty texts. */
  record Roots() implements ServerRequest {
    private static final String ROOTS = "roots";
    private static final String URI = "uri";

    @Override
    public String method() {
      return "roots/list";
    }

    @Override
    public ObjectNode params() {
      return Json.object();
    }

    @Override
    public ObjectNode params(RequestId id, Revision revision) {
      return params();
    }

    @Override
    public ObjectNode requiredCapability() {
      return Json.object().set(ROOTS, Json.object());
    }

    @Override
    public boolean supportedBy(ClientCapabilities client) {
      return client.roots();
    }

    @Override
    public Optional<String> fault(ObjectNode result) {
      return result.path(ROOTS).isArray()
          ? Optional.empty()
          : Optional.of("roots must be an array");
    }

    /** The roots that have a URI; absolute paths are made URIs. */
    @Override
    public ObjectNode forNextRun(ObjectNode result) {
      ArrayNode usable = Json.array();
      result.path(ROOTS).forEach(root -> usable(root).ifPresent(usable::add));
      ObjectNode next = result.deepCopy();
      next.set(ROOTS, usable);
      return next;
    }

    private static Optional<ObjectNode> usable(JsonNode sent) {
      String uri = sent.path(URI).stringValue("");
      if (!(sent instanceof ObjectNode root)) {
        return Optional.empty();
      }
      return uri.startsWith("/")
          ? Optional.of(root.deepCopy().put(URI, "file://" + escaped(uri)))
          : UriText.of(sent.path(URI)).map(legal -> root);
    }

    private static String escaped(String path) {
      return path.replace("%", "%25").replace("?", "%3F").replace("#", "%23").replace(" ", "%20");
    }
  }

  String method();

  /** Its params in the form of the newest revision; must not be changed. */
  ObjectNode params();

  /**
   * Its params in the form of a revision.
   *
   * @param id of the request with these params
   * @throws JsonRpcException if the revision cannot ask this
   */
  ObjectNode params(RequestId id, Revision revision) throws JsonRpcException;

  /** What a client declares if it can be asked this, such as {@code {"sampling":{}}}. */
  ObjectNode requiredCapability();

  boolean supportedBy(ClientCapabilities client);

  /** A client's result, completed with members that it may leave out. */
  default ObjectNode whole(ObjectNode result) {
    return result;
  }

  /** What is wrong with a {@link #whole} result; empty if it fits this request. */
  Optional<String> fault(ObjectNode result);

  /** What the script that asked gets for a {@link #whole} result without fault. */
  default ObjectNode forScript(ObjectNode result) {
    return result;
  }

  /** What a script that runs again gets for a result, in the form of the specification. */
  default ObjectNode forNextRun(ObjectNode result) {
    return result;
  }

  default ObjectNode forScript(int code, String why) {
    return error(code, why);
  }

  default ObjectNode toJson(RequestId id, Revision revision) throws JsonRpcException {
    return JsonRpc.request(id, method(), params(id, revision));
  }

  /** The entry in {@code inputRequests} for a modern client. */
  default ObjectNode toInput() {
    return Json.object().put("method", method()).set("params", params());
  }

  /** The part needed to check an answer; see {@link #ofForm}. */
  default ObjectNode toForm() {
    return Json.object().put("method", method());
  }

  /** The request with this form, only for {@link #whole} and {@link #fault}. */
  static ServerRequest ofForm(JsonNode form) {
    return switch (form.path("method").stringValue("")) {
      case "roots/list" -> new Roots();
      case "elicitation/create" -> Elicitation.ofForm(form);
      default -> Sampling.ofForm();
    };
  }

  /** One of each kind, to test common properties of a kind. */
  static List<ServerRequest> any() {
    return List.of(
        Elicitation.ofForm(Json.object().set("params", Json.object())),
        Sampling.ofForm(),
        new Roots());
  }

  /**
   * The request in a script's own entry of {@code inputRequests}.
   *
   * @param key of the entry, for the message
   * @throws JsonRpcException if it cannot be asked
   */
  static ServerRequest ofScript(String key, JsonNode entry) throws JsonRpcException {
    JsonNode params = entry.path("params");
    return switch (entry.path("method").stringValue("")) {
      case "roots/list" -> new Roots();
      case "elicitation/create" -> Elicitation.of(params);
      case "sampling/createMessage" -> Sampling.of(params);
      default ->
          throw unaskable(
              "inputRequests.%s.method must be elicitation/create, sampling/createMessage or roots/list"
                  .formatted(JsonRpcError.quoted(key)));
    };
  }

  static ObjectNode error(int code, String message) {
    return Json.object().set("error", Json.object().put("code", code).put("message", message));
  }

  /**
   * Refuses a script's question. The sentence is for the script's author: what is wrong, where, and
   * what would be right.
   */
  static JsonRpcException unaskable(String sentence) {
    return new JsonRpcException(
        JsonRpcError.internalError("The client cannot be asked this: " + sentence));
  }
}
