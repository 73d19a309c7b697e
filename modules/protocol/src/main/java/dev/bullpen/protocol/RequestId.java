package dev.bullpen.protocol;

import dev.bullpen.json.Json;
import dev.bullpen.json.WholeNumber;
import java.math.BigInteger;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * What a request is called: text or a whole number, as the client chose. {@code "1"} and {@code 1}
 * are two ids; {@code 1} and {@code 1.0} are one, because they are one number. Each is written back
 * as it came.
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
   * An id that is a whole number, of any size.
   *
   * @param toJson as it came, which does not count when ids are compared
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
   * The id a JSON value is, if it can be one.
   *
   * <p>None: null, booleans, objects, arrays, numbers with a fraction, and text with half a
   * surrogate pair, which no UTF-8 answer could carry back.
   */
  static Optional<RequestId> of(JsonNode json) {
    if (json.isString() && !Json.hasLoneSurrogate(json.stringValue())) {
      return Optional.of(new Text(json.stringValue()));
    }
    return WholeNumber.of(json).map(value -> new Number(value, json));
  }

  /**
   * The request that the params of {@code notifications/cancelled} name; empty if they name none,
   * for a malformed cancellation is ignored (specification, cancellation, error handling). {@code
   * id} is taken where {@code requestId} is absent: older clients send it.
   */
  static Optional<RequestId> cancelled(JsonNode params) {
    return of(params.path(params.has("requestId") ? "requestId" : "id"));
  }
}
