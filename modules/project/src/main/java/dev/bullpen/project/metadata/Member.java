package dev.bullpen.project.metadata;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An optional member of an object, as one row of a reader's table. {@link Members} reads it.
 *
 * @param meaning converts a value that is present and not null; empty if the value is wrong
 * @param wrong what a wrong value "is", to follow that word
 * @param nextStep what to do about it, without a full stop
 */
public record Member<T>(String key, Meaning<T> meaning, String wrong, String nextStep) {
  /**
   * The shortest time, in seconds, for which an answer may be kept. A shorter one would end before
   * the next request.
   */
  private static final BigDecimal MIN_KEPT = new BigDecimal("0.001");

  private static final BigDecimal MAX_KEPT = BigDecimal.valueOf(Members.MAX_SECONDS);
  private static final int NANO_DIGITS = 9;

  public interface Meaning<T> {
    Optional<T> of(JsonNode value);
  }

  /** A string, which may be blank. */
  public static Member<String> string(String key) {
    return new Member<>(key, JsonNode::stringValueOpt, "not a string", "Make it one");
  }

  public static Member<String> text(String key, String nextStep) {
    return new Member<>(
        key,
        value -> value.stringValueOpt().filter(Predicate.not(String::isBlank)),
        "not a string with something in it",
        nextStep);
  }

  public static Member<ObjectNode> object(String key) {
    return new Member<>(key, of(ObjectNode.class), "not an object", "Make it one");
  }

  public static Member<ArrayNode> array(String key) {
    return new Member<>(key, of(ArrayNode.class), "not an array", "Make it one");
  }

  public static <T extends JsonNode> Meaning<T> of(Class<T> type) {
    return value -> Optional.of(value).filter(type::isInstance).map(type::cast);
  }

  public static Member<Boolean> flag(String key) {
    return new Member<>(
        key, JsonNode::booleanValueOpt, "neither true nor false", "Make it one of them");
  }

  public static Member<String> oneOf(String key, List<String> words, String nextStep) {
    return new Member<>(
        key,
        value -> value.stringValueOpt().filter(words::contains),
        words.size() == 2
            ? "neither \"%s\" nor \"%s\"".formatted(words.get(0), words.get(1))
            : "none of " + String.join(", ", words),
        nextStep);
  }

  /** A constant, by its name in lower case. */
  public static <T extends Enum<T>> Member<T> oneOf(String key, T[] constants) {
    Map<String, T> words = new LinkedHashMap<>();
    for (T constant : constants) {
      words.put(constant.name().toLowerCase(Locale.ROOT), constant);
    }
    return new Member<>(
        key,
        value -> Optional.ofNullable(words.get(value.stringValue(""))),
        "none of " + String.join(", ", words.keySet()),
        "Write one of them or leave it out");
  }

  public static Member<Integer> number(String key, int least, int most) {
    return new Member<>(
        key,
        value ->
            Optional.of(value)
                .filter(JsonNode::isInt)
                .map(JsonNode::intValue)
                .filter(number -> number >= least && number <= most),
        "not a whole number from %d to %d".formatted(least, most),
        "Give one or leave it out");
  }

  /** Whole seconds up to {@link #Members.MAX_SECONDS}, also as digits in a string. */
  public static Member<Duration> seconds(String key, int least) {
    return new Member<>(
        key,
        value -> seconds(value, least),
        "not a whole number from %d to %d".formatted(least, Members.MAX_SECONDS),
        "Give whole seconds or leave it out");
  }

  private static Optional<Duration> seconds(JsonNode value, int least) {
    String digits =
        value.isIntegralNumber() ? value.bigIntegerValue().toString() : value.stringValue("");
    // Five digits always fit an int.
    return Optional.of(digits)
        .filter(text -> text.matches("[0-9]{1,5}"))
        .map(Integer::parseInt)
        .filter(seconds -> seconds >= least && seconds <= Members.MAX_SECONDS)
        .map(Duration::ofSeconds);
  }

  /** How long an answer may be reused: seconds, with fractions. */
  public static Member<Duration> keptFor(String key) {
    return new Member<>(
        key,
        value ->
            Optional.of(value)
                .filter(JsonNode::isNumber)
                .map(JsonNode::decimalValue)
                .filter(time -> time.compareTo(MIN_KEPT) >= 0 && time.compareTo(MAX_KEPT) <= 0)
                .map(time -> Duration.ofNanos(time.movePointRight(NANO_DIGITS).longValue())),
        "not a number from %s to %s".formatted(MIN_KEPT, MAX_KEPT),
        "Give the seconds for which an answer may be reused, or leave it out");
  }
}
