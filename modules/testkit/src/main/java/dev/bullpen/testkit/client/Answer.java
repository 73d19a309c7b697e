package dev.bullpen.testkit.client;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * A response.
 *
 * @param message the response object
 * @param took from the writing of the request to the arrival of the response
 */
public record Answer(JsonNode message, Duration took) {

  /** Whether it is an error. */
  public boolean failed() {
    return message.has("error");
  }

  /** The result; missing when it is an error. */
  public JsonNode result() {
    return message.path("result");
  }

  /** The error's code; empty when it is a result. */
  public OptionalInt code() {
    return failed()
        ? OptionalInt.of(message.get("error").get("code").intValue())
        : OptionalInt.empty();
  }

  /** The error's message; empty text when it is a result. */
  public String errorText() {
    return text(message.path("error").path("message")).orElse("");
  }

  /** The error's data; missing when there is none. */
  public JsonNode data() {
    return message.path("error").path("data");
  }

  /** The word in {@code data.reason}. */
  public Optional<String> reason() {
    return text(data().path("reason"));
  }

  /** The values of a completion. */
  public List<String> values() {
    JsonNode values = completion().path("values");
    return StreamSupport.stream(values.spliterator(), false).map(JsonNode::stringValue).toList();
  }

  /** The {@code completion} member of a completion's result. */
  public JsonNode completion() {
    JsonNode completion = result().path("completion");
    return completion.isObject() ? completion : MissingNode.getInstance();
  }

  /** Whether it is the result of a tool that failed. */
  public boolean isError() {
    return result().path("isError").asBoolean(false);
  }

  /** Whether it is a result that asks the client for more. */
  public boolean asksForMore() {
    return "input_required".equals(result().path("resultType").asString(""));
  }

  /** The text of all text blocks of a tool's result. */
  public String text() {
    return StreamSupport.stream(result().path("content").spliterator(), false)
        .map(block -> block.path("text").asString(""))
        .collect(Collectors.joining());
  }

  /** The text of a tool's result, which is JSON. */
  public JsonNode json() {
    try {
      return Json.parse(text());
    } catch (JsonException e) {
      throw new AssertionError("not JSON: " + message, e);
    }
  }

  /** The {@code structuredContent} of a tool's result; missing when there is none. */
  public JsonNode structured() {
    return result().path("structuredContent");
  }

  /** The {@code _meta} of a result; missing when there is none. */
  public JsonNode meta() {
    return result().path("_meta");
  }

  private static Optional<String> text(JsonNode node) {
    return node.isString() ? Optional.of(node.stringValue()) : Optional.empty();
  }
}
