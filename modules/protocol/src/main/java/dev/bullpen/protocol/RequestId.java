package dev.bullpen.protocol;

import dev.bullpen.json.Json;
import dev.bullpen.json.WholeNumber;
import java.math.BigInteger;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The id of a request: text or a whole number. {@code "1"} and {@code 1} are two ids; {@code 1} and
 * {@code 1.0} are one, because they are one number. Each is written back as received.
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
   * @param toJson as received; not compared
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
   * A JSON value as an id; empty if it is neither a whole number nor text, and for text with half a
   * surrogate pair, which a UTF-8 answer cannot contain.
   */
  static Optional<RequestId> of(JsonNode json) {
    if (json.isString() && !Json.hasLoneSurrogate(json.stringValue())) {
      return Optional.of(new Text(json.stringValue()));
    }
    return WholeNumber.of(json).map(value -> new Number(value, json));
  }

  /**
   * The request named by the params of {@code notifications/cancelled}. Empty if they are
   * malformed: such a cancellation is ignored (specification, cancellation, error handling). Older
   * clients send {@code id} instead of {@code requestId}.
   */
  static Optional<RequestId> cancelled(JsonNode params) {
    return of(params.path(params.has("requestId") ? "requestId" : "id"));
  }
}
