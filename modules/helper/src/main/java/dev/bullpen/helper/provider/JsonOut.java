package dev.bullpen.helper.provider;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.io.JsonStringEncoder;

/** Compact JSON in UTF-8, written piece by piece. One that is given up needs no closing. */
final class JsonOut {
  /** Half a surrogate pair alone, which UTF-8 cannot carry. */
  private static final Pattern HALF = Pattern.compile("\\p{Cs}");

  private static final String REPLACEMENT = "\ufffd";

  private static final int USUAL_BYTES = 512;

  /** Doubles are exact up to here, so that whole ones can be written without a fraction. */
  private static final double LARGEST_WHOLE = 1L << 53;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream(USUAL_BYTES);
  private final JsonGenerator json =
      JsonIn.FACTORY.createGenerator(ObjectWriteContext.empty(), out, JsonEncoding.UTF8);

  JsonOut begin() {
    json.writeStartObject();
    return this;
  }

  JsonOut end() {
    json.writeEndObject();
    return this;
  }

  JsonOut beginList() {
    json.writeStartArray();
    return this;
  }

  JsonOut endList() {
    json.writeEndArray();
    return this;
  }

  JsonOut name(String name) {
    json.writeName(HALF.matcher(name).replaceAll(REPLACEMENT));
    return this;
  }

  JsonOut text(String text) {
    if (HALF.matcher(text).find()) {
      String quoted = new String(JsonStringEncoder.getInstance().quoteAsCharArray(text));
      json.writeRawValue(
          HALF.matcher('"' + quoted + '"')
              .replaceAll(one -> "\\\\u%04x".formatted((int) one.group().charAt(0))));
    } else {
      json.writeString(text);
    }
    return this;
  }

  JsonOut text(String name, String text) {
    return name(name).text(text);
  }

  JsonOut flag(String name, boolean flag) {
    name(name);
    json.writeBoolean(flag);
    return this;
  }

  JsonOut number(String name, long number) {
    name(name);
    json.writeNumber(number);
    return this;
  }

  /** A finite number, without a fraction if it has none. */
  JsonOut number(String name, double number) {
    if (number == Math.rint(number) && Math.abs(number) <= LARGEST_WHOLE) {
      return number(name, (long) number);
    }
    name(name);
    json.writeNumber(number);
    return this;
  }

  JsonOut raw(String name, String value) {
    name(name);
    json.writeRawValue(value);
    return this;
  }

  JsonOut base64(String name, byte[] bytes) {
    name(name);
    json.writeBinary(bytes);
    return this;
  }

  /**
   * Anything that a provider may give.
   *
   * @throws ScriptExit for what JSON has not, what is nested too deep, or a number that is too
   *     long; says what to use
   */
  JsonOut value(String name, Object value) throws ScriptExit {
    return name(name).value(value);
  }

  byte[] bytes() {
    json.close();
    return out.toByteArray();
  }

  JsonOut value(Object value) throws ScriptExit {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof String text) {
      text(text);
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof Number number) {
      write(number);
    } else if (value instanceof Map<?, ?> map) {
      write(map);
    } else if (value instanceof Collection<?> list) {
      write(list);
    } else {
      throw unwritable("A value of type " + value.getClass().getName());
    }
    return this;
  }

  private void write(Collection<?> list) throws ScriptExit {
    checkDepth();
    beginList();
    for (Object element : list) {
      value(element);
    }
    endList();
  }

  private void write(Map<?, ?> map) throws ScriptExit {
    checkDepth();
    begin();
    for (Map.Entry<?, ?> member : map.entrySet()) {
      if (!(member.getKey() instanceof String name)) {
        throw unwritable("A map with a key that is not a String");
      }
      name(name);
      value(member.getValue());
    }
    end();
  }

  private void checkDepth() throws ScriptExit {
    if (json.streamWriteContext().getNestingDepth() >= JsonIn.MAX_DEPTH) {
      throw new ScriptExit(
          "A value is nested deeper than %s. Does it hold itself?".formatted(JsonIn.MAX_DEPTH));
    }
  }

  private void write(Number number) throws ScriptExit {
    if (number instanceof Integer
        || number instanceof Long
        || number instanceof Short
        || number instanceof Byte) {
      json.writeNumber(number.longValue());
    } else if (number instanceof BigDecimal || number instanceof BigInteger) {
      json.writeNumber(ofBearableLength(number.toString()));
    } else if (number instanceof Double && Double.isFinite(number.doubleValue())) {
      json.writeNumber(number.doubleValue());
    } else if (number instanceof Float && Float.isFinite(number.floatValue())) {
      json.writeNumber(number.floatValue());
    } else {
      throw unwritable("The number %s of type %s".formatted(number, number.getClass().getName()));
    }
  }

  /** No reader takes a longer one; see {@link JsonIn#MAX_DIGITS}. */
  private static String ofBearableLength(String number) throws ScriptExit {
    if (number.length() > JsonIn.MAX_DIGITS
        && number.chars().filter(Character::isDigit).count() > JsonIn.MAX_DIGITS) {
      throw new ScriptExit(
          "A number has more than %s digits. Give it as a String instead."
              .formatted(JsonIn.MAX_DIGITS));
    }
    return number;
  }

  private static ScriptExit unwritable(String what) {
    return new ScriptExit(
        what
            + " is not JSON. Use a Map with Strings as keys, a Collection, a String, a finite number"
            + " of java.lang or java.math, a Boolean, or null.");
  }
}
