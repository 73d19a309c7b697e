package dev.bullpen.protocol;

import dev.bullpen.json.Json;
import java.math.BigInteger;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * What a request is called: text or a whole number, as the client chose. {@code "1"} and {@code 1}
 * are two ids, and either is written back as it came.
 *
 * <p>Hash codes by hand, and whether the usual ones are equal: each request asks for several, and a
 * record's own is slow, and made at its first use, while somebody waits.
 */
public sealed interface RequestId {
  /** An id that is a JSON string; the empty string is one. */
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

  /** An id that is a JSON integer, as nearly all are. */
  record Number(long value) implements RequestId {
    @Override
    public JsonNode toJson() {
      return JsonNodeFactory.instance.numberNode(value);
    }

    @Override
    public String toString() {
      return Long.toString(value);
    }
  }

  /** An id that is a JSON integer beyond {@link Number}. */
  record LargeNumber(BigInteger value) implements RequestId {
    @Override
    public JsonNode toJson() {
      return JsonNodeFactory.instance.numberNode(value);
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }

  /** The JSON value it came as. */
  JsonNode toJson();

  /**
   * The id a JSON value is, if it can be one.
   *
   * <p>None: null, booleans, objects, arrays, numbers with a fraction or an exponent, and text with
   * half a surrogate pair, which no UTF-8 answer could carry back.
   */
  static Optional<RequestId> of(JsonNode json) {
    if (json.isString() && !Json.hasLoneSurrogate(json.stringValue())) {
      return Optional.of(new Text(json.stringValue()));
    }
    if (json.isIntegralNumber()) {
      return Optional.of(
          json.canConvertToLong()
              ? new Number(json.longValue())
              : new LargeNumber(json.bigIntegerValue()));
    }
    return Optional.empty();
  }
}
