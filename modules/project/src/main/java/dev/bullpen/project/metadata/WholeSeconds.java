package dev.bullpen.project.metadata;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Timeouts as metadata gives them: whole seconds, also as digits in a string. */
public final class WholeSeconds {
  /** Seconds in a day; nobody waits longer for an answer, so more is a slip of the pen. */
  public static final int MAX = 86_400;

  private WholeSeconds() {}

  /** A member that may be left out; said and empty when it is something else. */
  public static Optional<Duration> of(ObjectNode object, String key, Consumer<String> problems) {
    return of(object, key, 1, problems);
  }

  /** The same, where 0 means that there is no limit. */
  public static Optional<Duration> orZero(
      ObjectNode object, String key, Consumer<String> problems) {
    return of(object, key, 0, problems);
  }

  private static Optional<Duration> of(
      ObjectNode object, String key, int least, Consumer<String> problems) {
    Optional<JsonNode> value = Members.value(object, key);
    Optional<Duration> seconds = value.flatMap(node -> of(node, least));
    if (value.isPresent() && seconds.isEmpty()) {
      problems.accept(
          "\"%s\" is ignored: it is not a whole number from %d to %d. Give whole seconds or leave it out."
              .formatted(key, least, MAX));
    }
    return seconds;
  }

  /** At most {@value #MAX}; empty for everything else. */
  private static Optional<Duration> of(JsonNode node, int least) {
    String digits =
        node.isIntegralNumber() ? node.bigIntegerValue().toString() : node.stringValue("");
    // Five digits always fit an int.
    if (digits.matches("[0-9]{1,5}")) {
      int seconds = Integer.parseInt(digits);
      if (seconds >= least && seconds <= MAX) {
        return Optional.of(Duration.ofSeconds(seconds));
      }
    }
    return Optional.empty();
  }
}
