package dev.bullpen.protocol;

import dev.bullpen.json.Json;
import dev.bullpen.json.WholeNumber;
import java.math.BigInteger;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The id of a request: text or a whole number. {@code "1"} and {@code 1} are two ids; {@code 1} and
 * {@code 1.0} are one, because they are one number. Each is written back as it came.
 */
public sealed interface RequestId {
  record Text(String value) implements RequestId {
    @Override
    public JsonNode toJson() {
      return JsonNodeFactory.instance.stringNode(value);
    }

    @Override
    public String toString() {
      return Json.text(toJson());
    }
  }

  /**
   * A whole number of any size.
   *
   * @param toJson as it came; not compared
   */
  record Number(BigInteger value, JsonNode toJson) implements RequestId {
    public Number(long value) {
      this(BigInteger.valueOf(value), JsonNodeFactory.instance.numberNode(value));
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Number that && value.equals(that.value);
    }

    @Override
    public int hashCode() {
      return value.hashCode();
    }

    @Override
    public String toString() {
      return Json.text(toJson);
    }
  }

  JsonNode toJson();

  /**
   * The id that a JSON value is; empty for any but a whole number or text, and for text with half a
   * surrogate pair, which no UTF-8 answer can carry back.
   */
  static Optional<RequestId> of(JsonNode json) {
    if (json.isString() && !Json.hasLoneSurrogate(json.stringValue())) {
      return Optional.of(new Text(json.stringValue()));
    }
    return WholeNumber.of(json).map(value -> new Number(value, json));
  }

  /**
   * The request that the params of {@code notifications/cancelled} name; empty for none, because a
   * malformed cancellation is ignored (specification, cancellation, error handling). Older clients
   * send {@code id} instead of {@code requestId}.
   */
  static Optional<RequestId> cancelled(JsonNode params) {
    return of(params.path(params.has("requestId") ? "requestId" : "id"));
  }
}
