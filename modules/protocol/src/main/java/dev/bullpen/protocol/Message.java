package dev.bullpen.protocol;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.json.JsonSketch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One line of input as a message, by the rules of JSON-RPC 2.0 as MCP restricts them: ids are
 * strings or integers, params are objects. Some clients write {@code null} for no params. Reading
 * never fails.
 *
 * <p>The shape decides whether a broken message is answered. A method name without an {@code id}
 * member is a notification, and {@code result} or {@code error} without a {@code method} member is
 * an answer: {@link Ignored} if broken. Everything else that is broken is {@link Invalid}.
 */
public sealed interface Message {
  /**
   * The most messages in a batch. Without a limit, 32 MiB of {@code 1,1} would become a gigabyte of
   * errors.
   */
  int MAX_BATCH = 10_000;

  /**
   * A call that must be answered once.
   *
   * @param params an object; {@code MissingNode} or {@code NullNode} if there are none
   */
  record Request(RequestId id, String method, JsonNode params) implements Message {}

  /**
   * A call that is never answered.
   *
   * @param params an object; {@code MissingNode} or {@code NullNode} if there are none
   */
  record Notification(String method, JsonNode params) implements Message {}

  /**
   * The client's answer to a request of the server.
   *
   * @param body the whole message, with {@code result} or {@code error} or, wrongly, both
   */
  record Response(RequestId id, ObjectNode body) implements Message {}

  /**
   * Several messages in one array, in order. None of them is a batch.
   *
   * @param elements at least one
   */
  record Batch(List<Message> elements) implements Message {
    public Batch {
      elements = List.copyOf(elements);
    }
  }

  /**
   * Not a message; to be answered with an error.
   *
   * @param id the id to answer with, if it could be read
   */
  record Invalid(JsonRpcError error, Optional<RequestId> id) implements Message {}

  /** A broken notification or answer: never answered (JSON-RPC 2.0, 4.1 and 5), only logged. */
  record Ignored(JsonRpcError why) implements Message {}

  static Message parse(byte[] utf8) {
    try {
      JsonNode value = Json.parse(utf8);
      return value.isArray() ? batch(value) : single(value);
    } catch (JsonException e) {
      return JsonSketch.of(utf8)
          .map(sketch -> refused(sketch, JsonRpcError.invalidRequest(why(sketch, e))))
          .orElseGet(() -> unreadable(e.getMessage()));
    }
  }

  /**
   * A line whose bytes were not kept.
   *
   * @param sketch what is known of it; empty if it is not JSON
   */
  static Message refused(Optional<JsonSketch> sketch, JsonRpcError error) {
    return sketch
        .map(known -> refused(known, error))
        .orElseGet(() -> new Invalid(error, Optional.empty()));
  }

  /** A line that is JSON but refused; answered with its id if that is readable. */
  private static Message refused(JsonSketch sketch, JsonRpcError error) {
    ObjectNode members = sketch.members();
    boolean isNotification =
        members.path("method").isString() && !members.has("id") && sketch.isWhole();
    boolean isAnswer = !members.has("method") && (members.has("result") || members.has("error"));
    return isNotification || isAnswer
        ? new Ignored(error)
        : new Invalid(error, RequestId.of(members.path("id")));
  }

  private static String why(JsonSketch sketch, JsonException reason) {
    if (reason.isBeyondLimit()) {
      return reason.getMessage();
    }
    return sketch.hasHalfPairs()
        ? "a name in an object holds half a surrogate pair"
        : "a name occurs twice in an object";
  }

  private static Message batch(JsonNode array) {
    if (array.isEmpty()) {
      return invalid("a batch must not be empty");
    }
    if (array.size() > MAX_BATCH) {
      return invalid("a batch must not hold more than " + MAX_BATCH + " messages");
    }
    List<Message> elements = new ArrayList<>(array.size());
    array.forEach(element -> elements.add(single(element)));
    return new Batch(elements);
  }

  private static Message single(JsonNode value) {
    if (!(value instanceof ObjectNode object)) {
      return invalid("a message must be a JSON object");
    }
    if (!object.has("method")) {
      return object.has("result") || object.has("error") ? answer(object) : noMessage(object);
    }
    if (object.path("method").isString() && !object.has("id")) {
      return notification(object);
    }
    return request(object);
  }

  private static Message request(ObjectNode object) {
    Optional<RequestId> id = RequestId.of(object.path("id"));
    Optional<String> fault = fault(object);
    if (fault.isPresent()) {
      return new Invalid(JsonRpcError.invalidRequest(fault.get()), id);
    }
    if (id.isEmpty()) {
      return invalid(
          object.path("id").isString()
              ? "id holds half a surrogate pair, which an answer cannot contain"
              : "id must be a string or an integer");
    }
    return new Request(id.get(), object.path("method").stringValue(), object.path("params"));
  }

  private static Message notification(ObjectNode object) {
    Optional<String> fault = fault(object);
    return fault.isPresent()
        ? ignored(fault.get())
        : new Notification(object.path("method").stringValue(), object.path("params"));
  }

  private static Message answer(ObjectNode object) {
    Optional<RequestId> id = RequestId.of(object.path("id"));
    if (!isVersion2(object)) {
      return ignored("an answer must have jsonrpc \"2.0\"");
    }
    return id.isPresent()
        ? new Response(id.get(), object)
        : ignored("an answer must name the request it answers");
  }

  private static Message noMessage(ObjectNode object) {
    return new Invalid(
        JsonRpcError.invalidRequest("a message must have a method"),
        RequestId.of(object.path("id")));
  }

  private static Optional<String> fault(ObjectNode object) {
    if (!isVersion2(object)) {
      return Optional.of("jsonrpc must be \"2.0\"");
    }
    if (!object.path("method").isString()) {
      return Optional.of("method must be a string");
    }
    JsonNode params = object.path("params");
    if (object.has("params") && !params.isObject() && !params.isNull()) {
      return Optional.of("params must be an object");
    }
    return Optional.empty();
  }

  private static boolean isVersion2(ObjectNode object) {
    JsonNode version = object.path("jsonrpc");
    return version.isString() && version.stringValue().equals(JsonRpc.VERSION);
  }

  private static Message unreadable(String reason) {
    return new Invalid(JsonRpcError.parseError(reason), Optional.empty());
  }

  private static Message invalid(String sentence) {
    return new Invalid(JsonRpcError.invalidRequest(sentence), Optional.empty());
  }

  private static Message ignored(String sentence) {
    return new Ignored(JsonRpcError.invalidRequest(sentence));
  }
}
