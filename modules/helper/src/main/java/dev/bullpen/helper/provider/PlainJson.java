package dev.bullpen.helper.provider;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * One JSON value as plain Java, read and written: {@code Map<String, Object>} with its members in
 * their order, {@code List<Object>}, {@code String}, {@code Long} or {@code BigInteger}, {@code
 * BigDecimal}, {@code Boolean}, null. Other numbers and collections can be written, too.
 */
final class PlainJson {
  /** The supervisor's limit; shallow enough for the stack of a provider's thread. */
  static final int MAX_DEPTH = 256;

  /** Of a number, its exponent's digits included; the supervisor's limit as well. */
  static final int MAX_DIGITS = 10_000;

  /** Half a surrogate pair alone, which UTF-8 cannot carry. */
  private static final Pattern HALF = Pattern.compile("\\p{Cs}");

  private static final String REPLACEMENT = "\ufffd";

  private static final int USUAL_BYTES = 512;

  /** Doubles are exact up to here, so that whole ones can be written without a fraction. */
  private static final double LARGEST_WHOLE = 1L << 53;

  private static final JsonFactory FACTORY =
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

  /** A value that is JSON already. */
  record Raw(String json) {}

  /** Bytes, to be written in base64. */
  record Base64(byte[] bytes) {}

  /**
   * Text that is not one JSON value. The message says what is wrong and where, and quotes no input.
   */
  static final class NotJsonException extends Exception {
    NotJsonException(String message) {
      super(message);
    }
  }

  /** A map known to have texts as its keys. */
  private static final class JsonObject extends LinkedHashMap<String, Object> {}

  private PlainJson() {}

  /** Read exactly one value, without duplicate members and within the limits above. */
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

  private static @Nullable Object value(JsonParser in, JsonToken token) {
    return switch (token) {
      case START_OBJECT -> {
        JsonObject object = new JsonObject();
        for (JsonToken t = in.nextToken(); t != JsonToken.END_OBJECT; t = in.nextToken()) {
          String name = in.currentName();
          object.put(name, value(in, in.nextToken()));
        }
        yield object;
      }
      case START_ARRAY -> {
        List<Object> array = new ArrayList<>();
        for (JsonToken t = in.nextToken(); t != JsonToken.END_ARRAY; t = in.nextToken()) {
          array.add(value(in, t));
        }
        yield array;
      }
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

  /** The value if it is an object, else an empty one. */
  static Map<String, Object> asObject(@Nullable Object value) {
    return value instanceof JsonObject object ? object : Map.of();
  }

  static String text(Map<String, Object> object, String name) {
    return object.get(name) instanceof String text ? text : "";
  }

  /**
   * An object to be written: name, value, name, value. An empty {@link Optional} leaves its member
   * out.
   */
  static Map<String, Object> object(Object... members) {
    Map<String, Object> object = new JsonObject();
    for (int i = 0; i < members.length; i += 2) {
      Object value = members[i + 1];
      if (!(value instanceof Optional<?> optional)) {
        object.put((String) members[i], value);
      } else if (optional.isPresent()) {
        object.put((String) members[i], optional.get());
      }
    }
    return object;
  }

  /** A finite number, to be written without a fraction if it has none. */
  static Number number(double number) {
    boolean isWhole = number == Math.rint(number) && Math.abs(number) <= LARGEST_WHOLE;
    return isWhole ? (Number) (long) number : (Number) number;
  }

  /**
   * Compact UTF-8.
   *
   * @throws ScriptExit for a value that JSON lacks; the message names what to use instead
   */
  static byte[] bytes(@Nullable Object value) throws ScriptExit {
    ByteArrayOutputStream out = new ByteArrayOutputStream(USUAL_BYTES);
    // A generator that is given up needs no closing.
    JsonGenerator json =
        FACTORY.createGenerator(ObjectWriteContext.empty(), out, JsonEncoding.UTF8);
    write(value, json);
    json.close();
    return out.toByteArray();
  }

  static String text(@Nullable Object value) throws ScriptExit {
    return new String(bytes(value), StandardCharsets.UTF_8);
  }

  private static void write(@Nullable Object value, JsonGenerator json) throws ScriptExit {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof String text) {
      writeText(text, json);
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof Number number) {
      writeNumber(number, json);
    } else if (value instanceof Map<?, ?> map) {
      checkDepth(json);
      json.writeStartObject();
      for (Map.Entry<?, ?> member : map.entrySet()) {
        if (!(member.getKey() instanceof String name)) {
          throw unwritable("A map with a key that is not a String");
        }
        json.writeName(HALF.matcher(name).replaceAll(REPLACEMENT));
        write(member.getValue(), json);
      }
      json.writeEndObject();
    } else if (value instanceof Collection<?> list) {
      checkDepth(json);
      json.writeStartArray();
      for (Object element : list) {
        write(element, json);
      }
      json.writeEndArray();
    } else if (value instanceof Raw raw) {
      json.writeRawValue(raw.json);
    } else if (value instanceof Base64 base64) {
      json.writeBinary(base64.bytes);
    } else {
      throw unwritable("A value of type " + value.getClass().getName());
    }
  }

  private static void checkDepth(JsonGenerator json) throws ScriptExit {
    if (json.streamWriteContext().getNestingDepth() >= MAX_DEPTH) {
      throw new ScriptExit(
          "A value is nested deeper than %s. Does it hold itself?".formatted(MAX_DEPTH));
    }
  }

  private static void writeText(String text, JsonGenerator json) {
    if (HALF.matcher(text).find()) {
      String quoted = new String(JsonStringEncoder.getInstance().quoteAsCharArray(text));
      json.writeRawValue(
          HALF.matcher('"' + quoted + '"')
              .replaceAll(one -> "\\\\u%04x".formatted((int) one.group().charAt(0))));
    } else {
      json.writeString(text);
    }
  }

  private static void writeNumber(Number number, JsonGenerator json) throws ScriptExit {
    if (number instanceof Integer
        || number instanceof Long
        || number instanceof Short
        || number instanceof Byte) {
      json.writeNumber(number.longValue());
    } else if (number instanceof BigDecimal || number instanceof BigInteger) {
      String digits = number.toString();
      if (digits.length() > MAX_DIGITS
          && digits.chars().filter(Character::isDigit).count() > MAX_DIGITS) {
        throw new ScriptExit(
            "A number has more than %s digits. Give it as a String instead.".formatted(MAX_DIGITS));
      }
      json.writeNumber(digits);
    } else if (number instanceof Double && Double.isFinite(number.doubleValue())) {
      json.writeNumber(number.doubleValue());
    } else if (number instanceof Float && Float.isFinite(number.floatValue())) {
      json.writeNumber(number.floatValue());
    } else {
      throw unwritable("The number %s of type %s".formatted(number, number.getClass().getName()));
    }
  }

  private static ScriptExit unwritable(String what) {
    return new ScriptExit(
        what
            + " is not JSON. Use a Map with Strings as keys, a Collection, a String, a finite number"
            + " of java.lang or java.math, a Boolean, or null.");
  }
}
