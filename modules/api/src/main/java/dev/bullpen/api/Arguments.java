package dev.bullpen.api;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Named values of JSON, with a getter for each kind of value. Each getter exists twice: for a value
 * that is required, and with a default. Null counts as missing.
 *
 * <p>Every getter throws an {@link ArgumentException} for a value of another kind, and one without
 * a default for a missing value. The message names the argument and the wanted kind, as in {@code
 * "filter.since" must be text, not 3}. If a tool does not catch it, the model gets the message.
 */
public final class Arguments {
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  private static final String TEXT = "text";
  private static final String WHOLE = "a whole number between -2^63 and 2^63 - 1";
  private static final String DECIMAL = "a number";
  private static final String FLAG = "true or false";
  private static final String LIST = "a list";
  private static final String OBJECT = "an object";

  /** No long has more digits before the point. The limit spares huge exponents. */
  private static final int LONG_DIGITS = 19;

  private final String path;
  private final Map<String, Object> values;

  private Arguments(String path, Map<?, ?> values) {
    Map<String, Object> copy = new LinkedHashMap<>();
    for (Map.Entry<?, ?> value : values.entrySet()) {
      copy.put((String) value.getKey(), value.getValue());
    }
    this.path = path;
    this.values = Collections.unmodifiableMap(copy);
  }

  /** Those values; the map is copied, in its order. */
  public static Arguments of(Map<String, ?> values) {
    return new Arguments("", values);
  }

  /** Whether there is such an argument, and it is not null. */
  public boolean has(String name) {
    return values.get(name) != null;
  }

  /** A text. */
  public String text(String name) {
    return asText(name, required(name, TEXT));
  }

  /** A text, or another if there is none. */
  public String text(String name, String otherwise) {
    return has(name) ? text(name) : otherwise;
  }

  /** A whole number; {@code 3.0} is one. */
  public long whole(String name) {
    Object value = required(name, WHOLE);
    if (value instanceof Long || value instanceof Integer) {
      return ((Number) value).longValue();
    }
    BigInteger whole = asWhole(name, value);
    if (whole.compareTo(LEAST) < 0 || whole.compareTo(MOST) > 0) {
      throw ArgumentException.wrong(path + name, WHOLE, value);
    }
    return whole.longValue();
  }

  /** A whole number, or another if there is none. */
  public long whole(String name, long otherwise) {
    return has(name) ? whole(name) : otherwise;
  }

  /** Any number, as near as a double comes to it; {@link #asMap} has it exactly. */
  public double decimal(String name) {
    if (required(name, DECIMAL) instanceof Number number) {
      return number.doubleValue();
    }
    throw ArgumentException.wrong(path + name, DECIMAL, values.get(name));
  }

  /** Any number, or another if there is none. */
  public double decimal(String name, double otherwise) {
    return has(name) ? decimal(name) : otherwise;
  }

  /** True or false. */
  public boolean flag(String name) {
    if (required(name, FLAG) instanceof Boolean flag) {
      return flag;
    }
    throw ArgumentException.wrong(path + name, FLAG, values.get(name));
  }

  /** True or false, or what to take if there is none. */
  public boolean flag(String name, boolean otherwise) {
    return has(name) ? flag(name) : otherwise;
  }

  /** A list of anything. */
  public List<Object> list(String name) {
    if (required(name, LIST) instanceof Collection<?> list) {
      return Collections.unmodifiableList(new ArrayList<>(list));
    }
    throw ArgumentException.wrong(path + name, LIST, values.get(name));
  }

  /** A list of anything, or another if there is none. */
  public List<Object> list(String name, List<Object> otherwise) {
    return has(name) ? list(name) : otherwise;
  }

  /** A list of texts. */
  public List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (Object element : list(name)) {
      texts.add(asText("%s[%s]".formatted(name, texts.size()), element));
    }
    return Collections.unmodifiableList(texts);
  }

  /** A list of texts, or another if there is none. */
  public List<String> texts(String name, List<String> otherwise) {
    return has(name) ? texts(name) : otherwise;
  }

  /** An object. */
  public Arguments object(String name) {
    return asObject(name, required(name, OBJECT));
  }

  /** An object, or another if there is none. */
  public Arguments object(String name, Arguments otherwise) {
    return has(name) ? object(name) : otherwise;
  }

  /** A list of objects. */
  public List<Arguments> objects(String name) {
    List<Arguments> objects = new ArrayList<>();
    for (Object element : list(name)) {
      objects.add(asObject("%s[%s]".formatted(name, objects.size()), element));
    }
    return Collections.unmodifiableList(objects);
  }

  /** A list of objects, or another if there is none. */
  public List<Arguments> objects(String name, List<Arguments> otherwise) {
    return has(name) ? objects(name) : otherwise;
  }

  /** All of them as they came, in the client's order; cannot be changed. */
  public Map<String, Object> asMap() {
    return values;
  }

  private Object required(String name, String wanted) {
    Object value = values.get(name);
    if (value == null) {
      throw ArgumentException.missing(path + name, wanted);
    }
    return value;
  }

  private String asText(String name, Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw ArgumentException.wrong(path + name, TEXT, value);
  }

  private BigInteger asWhole(String name, Object value) {
    if (value instanceof BigInteger whole) {
      return whole;
    }
    if (value instanceof BigDecimal decimal
        && (long) decimal.precision() - decimal.scale() <= LONG_DIGITS
        && (decimal.signum() == 0 || decimal.stripTrailingZeros().scale() <= 0)) {
      return decimal.toBigIntegerExact();
    }
    throw ArgumentException.wrong(path + name, WHOLE, value);
  }

  private Arguments asObject(String name, Object value) {
    if (value instanceof Map<?, ?> object) {
      return new Arguments(path + name + ".", object);
    }
    throw ArgumentException.wrong(path + name, OBJECT, value);
  }

  /** For logs and tests: as {@link #asMap}. */
  @Override
  public String toString() {
    return values.toString();
  }
}
