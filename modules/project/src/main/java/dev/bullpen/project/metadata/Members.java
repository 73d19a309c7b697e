package dev.bullpen.project.metadata;

import dev.bullpen.project.file.Warnings;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the members of a metadata object, each in one line. All of them may be missing, and null
 * counts as missing. What is of the wrong type is passed over: the static methods say nothing, the
 * others warn. {@link #required} and {@link #strict} throw, for what must not be passed over.
 */
public record Members(ObjectNode object, Warnings warnings) {
  /** Seconds in a day; no client waits longer for an answer, so more is a slip. */
  public static final int MAX_SECONDS = 86_400;

  /** Seconds for which an answer may be kept; a shorter time ends before the next request. */
  private static final BigDecimal MIN_KEPT = new BigDecimal("0.001");

  private static final int NANO_DIGITS = 9;

  /** A text, which may be blank. */
  public Optional<String> string(String key) {
    return read(key, JsonNode::stringValueOpt, "it is not a string. Make it one.");
  }

  /** A text; empty also when it is blank. */
  public Optional<String> text(String key) {
    return string(key).filter(text -> !text.isBlank());
  }

  public Optional<ObjectNode> object(String key) {
    return read(key, as(ObjectNode.class), "it is not an object. Make it one.");
  }

  public Optional<ArrayNode> array(String key) {
    return read(key, as(ArrayNode.class), "it is not an array. Make it one.");
  }

  /** A truth value; false when it is missing. */
  public boolean flag(String key) {
    return read(
            key, JsonNode::booleanValueOpt, "it is neither true nor false. Make it one of them.")
        .orElse(false);
  }

  /** Whole seconds up to {@link #MAX_SECONDS}, also as digits in a string. */
  public Optional<Duration> seconds(String key, int least) {
    return read(
        key,
        value -> seconds(value, least),
        "it is not a whole number from %d to %d. Give whole seconds or leave it out."
            .formatted(least, MAX_SECONDS));
  }

  /**
   * Any member.
   *
   * @param complaint what is wrong if the reader finds no meaning, and what to do
   */
  public <T> Optional<T> read(
      String key, Function<JsonNode, Optional<T>> reader, String complaint) {
    Optional<JsonNode> value = value(object, key);
    Optional<T> meant = value.flatMap(reader);
    if (value.isPresent() && meant.isEmpty()) {
      warnings.add("\"%s\" is ignored: %s".formatted(key, complaint));
    }
    return meant;
  }

  /** A text that has to be there. */
  public static String required(ObjectNode entry, String key, String nextStep)
      throws EntryException {
    return text(entry, key)
        .orElseThrow(
            () ->
                new EntryException(
                    "\"%s\" is missing or not a string with something in it".formatted(key),
                    nextStep));
  }

  /** A member that may be left out, but must mean something; else it "is" what is wrong. */
  public static <T> Optional<T> strict(
      ObjectNode entry,
      String key,
      Function<JsonNode, Optional<T>> reader,
      Supplier<String> wrong,
      String nextStep)
      throws EntryException {
    Optional<JsonNode> value = value(entry, key);
    Optional<T> meant = value.flatMap(reader);
    if (value.isPresent() && meant.isEmpty()) {
      throw new EntryException("\"%s\" is %s".formatted(key, wrong.get()), nextStep);
    }
    return meant;
  }

  /** For how long a script's answer may be given again: seconds and fractions of them. */
  public static Optional<Duration> keptFor(ObjectNode entry, String key) throws EntryException {
    BigDecimal most = BigDecimal.valueOf(MAX_SECONDS);
    return strict(
        entry,
        key,
        value ->
            Optional.of(value)
                .filter(JsonNode::isNumber)
                .map(JsonNode::decimalValue)
                .filter(time -> time.compareTo(MIN_KEPT) >= 0 && time.compareTo(most) <= 0)
                .map(time -> Duration.ofNanos(time.movePointRight(NANO_DIGITS).longValue())),
        () -> "not a number from %s to %s".formatted(MIN_KEPT, most),
        "Give the seconds for which an answer may be given again, or leave it out");
  }

  /** The text of a member; empty when it is missing, not a string, or blank. */
  public static Optional<String> text(ObjectNode object, String key) {
    return string(object, key).filter(text -> !text.isBlank());
  }

  /** The text of a member, which may be blank; empty when it is missing or not a string. */
  public static Optional<String> string(ObjectNode object, String key) {
    return value(object, key).flatMap(JsonNode::stringValueOpt);
  }

  /** The elements of a member; empty when it is missing or not an array. */
  public static Optional<ArrayNode> array(ObjectNode object, String key) {
    return value(object, key).flatMap(as(ArrayNode.class));
  }

  /** A member of any type; empty when it is missing or null. */
  public static Optional<JsonNode> value(ObjectNode object, String key) {
    return Optional.ofNullable(object.get(key)).filter(node -> !node.isNull());
  }

  private static <T extends JsonNode> Function<JsonNode, Optional<T>> as(Class<T> type) {
    return value -> Optional.of(value).filter(type::isInstance).map(type::cast);
  }

  private static Optional<Duration> seconds(JsonNode value, int least) {
    String digits =
        value.isIntegralNumber() ? value.bigIntegerValue().toString() : value.stringValue("");
    // Five digits always fit an int.
    return Optional.of(digits)
        .filter(text -> text.matches("[0-9]{1,5}"))
        .map(Integer::parseInt)
        .filter(seconds -> seconds >= least && seconds <= MAX_SECONDS)
        .map(Duration::ofSeconds);
  }
}
