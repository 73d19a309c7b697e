package dev.bullpen.project.metadata;

import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Timeouts as metadata gives them: whole seconds, also as digits in a string. */
public final class WholeSeconds {
  /** Seconds in a day; nobody waits longer for an answer, so more is a slip of the pen. */
  public static final int MAX = 86_400;

  private WholeSeconds() {}

  /** From 1 to {@value #MAX}; empty for everything else. */
  public static Optional<Duration> of(JsonNode node) {
    String digits =
        node.isIntegralNumber() ? node.bigIntegerValue().toString() : node.stringValue("");
    // Five digits always fit an int.
    if (digits.matches("[0-9]{1,5}")) {
      int seconds = Integer.parseInt(digits);
      if (seconds >= 1 && seconds <= MAX) {
        return Optional.of(Duration.ofSeconds(seconds));
      }
    }
    return Optional.empty();
  }
}
