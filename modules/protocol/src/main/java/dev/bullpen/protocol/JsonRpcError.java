package dev.bullpen.protocol;

import dev.bullpen.json.Json;
import dev.bullpen.json.TextCut;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Why a request got no result.
 *
 * @param code one of {@link ErrorCode}
 * @param message one sentence for a human, without paths, script output or secrets
 * @param data details for programs; {@code MissingNode} for none
 */
public record JsonRpcError(int code, String message, JsonNode data) {
  /** How many characters of the client's own text a message repeats; enough to recognise it. */
  private static final int MAX_QUOTED = 100;

  public static JsonRpcError of(int code, String message) {
    return new JsonRpcError(code, message, MissingNode.getInstance());
  }

  /**
   * The error that a script gives as the answer. A code that JSON-RPC or the specification reserves
   * would be misunderstood, so it becomes an internal error.
   */
  public static JsonRpcError ofScript(int code, String message, JsonNode data) {
    return new JsonRpcError(
        ErrorCode.isFree(code) ? code : ErrorCode.INTERNAL_ERROR, message, data);
  }

  public static JsonRpcError parseError(String reason) {
    return of(ErrorCode.PARSE_ERROR, "Parse error: " + reason);
  }

  public static JsonRpcError lineTooLong(long bytes, int maxBytes) {
    return invalidRequest(
        "the line has " + bytes + " bytes, more than the " + maxBytes + " a message may have");
  }

  public static JsonRpcError noRoomForLine(long bytes) {
    return invalidRequest(
        "the line has "
            + bytes
            + " bytes, more than the server's memory has room for. Start it with more, for example BULLPEN_JAVA_OPTS=-Xmx1g");
  }

  public static JsonRpcError invalidRequest(String reason) {
    return of(ErrorCode.INVALID_REQUEST, "Invalid request: " + reason);
  }

  public static JsonRpcError notInitialized(String hint) {
    return new JsonRpcError(
        ErrorCode.NOT_INITIALIZED,
        "Server not initialized",
        JsonNodeFactory.instance.stringNode(hint));
  }

  public static JsonRpcError methodNotFound(String method) {
    return of(ErrorCode.METHOD_NOT_FOUND, "Method not found: " + quoted(method));
  }

  public static JsonRpcError invalidParams(String reason) {
    return of(ErrorCode.INVALID_PARAMS, "Invalid params: " + reason);
  }

  /** The server failed. The sentence says what failed, without details of the implementation. */
  public static JsonRpcError internalError(String sentence) {
    return of(ErrorCode.INTERNAL_ERROR, sentence);
  }

  /**
   * There is no resource with this URI. The code differs between the eras; the data is the same.
   */
  public static JsonRpcError resourceNotFound(String uri, Revision revision) {
    return resourceNotFound("uri", uri, revision);
  }

  public static JsonRpcError resourceNotNamed(String name, Revision revision) {
    return resourceNotFound("name", name, revision);
  }

  private static JsonRpcError resourceNotFound(String key, String asked, Revision revision) {
    int code = revision.isModern() ? ErrorCode.INVALID_PARAMS : ErrorCode.RESOURCE_NOT_FOUND;
    return new JsonRpcError(code, "Resource not found", Json.object().put(key, asked));
  }

  /**
   * The request needs capabilities that it did not declare.
   *
   * @param required as a client would declare them, such as {@code {"sampling":{}}}
   */
  public static JsonRpcError missingClientCapability(ObjectNode required) {
    ObjectNode data = Json.object().set("requiredCapabilities", required);
    return new JsonRpcError(
        ErrorCode.MISSING_CLIENT_CAPABILITY,
        "The request needs client capabilities that it does not declare",
        data);
  }

  public static JsonRpcError unsupportedVersion(String requested) {
    ArrayNode supported = Json.array();
    Revision.MODERN.forEach(revision -> supported.add(revision.wire()));
    ObjectNode data = Json.object().set("supported", supported).put("requested", requested);
    return new JsonRpcError(
        ErrorCode.UNSUPPORTED_PROTOCOL_VERSION,
        "Unsupported protocol version: " + quoted(requested),
        data);
  }

  /** The server that had the state of this request has ended, or cannot be reached. */
  public static JsonRpcError nodeLost() {
    return new JsonRpcError(
        ErrorCode.INTERNAL_ERROR,
        "The server that this call had begun on is gone, and what it ran with it; call again",
        Json.object().put("reason", "node-lost"));
  }

  public static JsonRpcError rateLimited(String sentence) {
    return of(ErrorCode.RATE_LIMITED, sentence);
  }

  public ObjectNode toJson() {
    ObjectNode json = Json.object().put("code", code).put("message", message);
    if (!data.isMissingNode()) {
      json.set("data", data);
    }
    return json;
  }

  /** The start of a client's or script's text, as a quotation. */
  public static String quoted(String text) {
    String first = TextCut.first(text, MAX_QUOTED);
    return first.length() == text.length() ? text : first + "…";
  }
}
