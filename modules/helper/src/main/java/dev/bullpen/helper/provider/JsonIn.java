package dev.bullpen.helper.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * One JSON value as plain Java: {@code Map<String, Object>} with its members in their order, {@code
 * List<Object>}, {@code String}, {@code Long} or {@code BigInteger}, {@code BigDecimal}, {@code
 * Boolean}, null.
 */
final class JsonIn {
  /** What the supervisor takes; shallow enough for the stack of a provider's thread. */
  static final int MAX_DEPTH = 256;

  /** Of a number, those of its exponent included; what the supervisor takes as well. */
  static final int MAX_DIGITS = 10_000;

  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .disable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(MAX_DIGITS)
                  .build())
          .build();

  private JsonIn() {}

  /**
   * Read exactly one value.
   *
   * @throws NotJsonException also for a duplicate member, for nesting beyond {@link #MAX_DEPTH} and
   *     for a number of more than {@link #MAX_DIGITS}
   */
  static @Nullable Object read(String text) throws NotJsonException {
    try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      JsonToken first = in.nextToken();
      if (first == null) {
        throw new NotJsonException("there is nothing");
      }
      Object value = value(in, first);
      if (in.nextToken() != null) {
        throw new NotJsonException("something follows the value");
      }
      return value;
    } catch (StreamReadException e) {
      throw new NotJsonException(
          "line %s, column %s"
              .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr()));
    } catch (JacksonException | NumberFormatException e) { // the latter for an exponent too large
      throw new NotJsonException(
          ("nested deeper than %s, a name longer than %s characters, or a number of more than %s"
                  + " digits or out of range")
              .formatted(MAX_DEPTH, StreamReadConstraints.DEFAULT_MAX_NAME_LEN, MAX_DIGITS));
    }
  }

  /** The object that a value is, or an empty one for other JSON. */
  static Map<String, Object> object(@Nullable Object value) {
    return value instanceof JsonObject object ? object : Map.of();
  }

  static String text(Map<String, Object> object, String name) {
    return object.get(name) instanceof String text ? text : "";
  }

  /** A map known to have texts as its keys. */
  private static final class JsonObject extends LinkedHashMap<String, Object> {}

  private static @Nullable Object value(JsonParser in, JsonToken token) {
    return switch (token) {
      case START_OBJECT -> object(in);
      case START_ARRAY -> array(in);
      case VALUE_STRING -> in.getString();
      case VALUE_NUMBER_INT ->
          switch (in.getNumberType()) {
            case INT, LONG -> in.getLongValue();
            default -> in.getBigIntegerValue();
          };
      case VALUE_NUMBER_FLOAT -> in.getDecimalValue();
      case VALUE_TRUE -> Boolean.TRUE;
      case VALUE_FALSE -> Boolean.FALSE;
      case VALUE_NULL -> null;
      default -> throw new IllegalStateException("no value starts with " + token);
    };
  }

  private static JsonObject object(JsonParser in) {
    JsonObject object = new JsonObject();
    for (JsonToken t = in.nextToken(); t != JsonToken.END_OBJECT; t = in.nextToken()) {
      String name = in.currentName();
      object.put(name, value(in, in.nextToken()));
    }
    return object;
  }

  private static List<Object> array(JsonParser in) {
    List<Object> array = new ArrayList<>();
    for (JsonToken t = in.nextToken(); t != JsonToken.END_ARRAY; t = in.nextToken()) {
      array.add(value(in, t));
    }
    return array;
  }

  /** Text that is not one JSON value; the message says what and where, and quotes nothing. */
  static final class NotJsonException extends Exception {
    NotJsonException(String message) {
      super(message);
    }
  }
}
