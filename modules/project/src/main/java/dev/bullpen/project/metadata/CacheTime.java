package dev.bullpen.project.metadata;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * For how long a script's answer may be given again: a number of seconds, fractions included, for a
 * burst of typing is over in less than one.
 */
public final class CacheTime {
  /** Seconds; a shorter time would be over before the next request is read. */
  public static final BigDecimal MIN = new BigDecimal("0.001");

  /** Seconds in a day, as for timeouts: what is true for longer can be declared. */
  public static final BigDecimal MAX = BigDecimal.valueOf(WholeSeconds.MAX);

  private static final int NANO_DIGITS = 9;

  private CacheTime() {}

  /** From {@link #MIN} to {@link #MAX}; empty for everything else, digits in a string too. */
  public static Optional<Duration> of(JsonNode node) {
    if (!node.isNumber()) {
      return Optional.empty();
    }
    BigDecimal seconds = node.decimalValue();
    return seconds.compareTo(MIN) < 0 || seconds.compareTo(MAX) > 0
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(seconds.movePointRight(NANO_DIGITS).longValue()));
  }
}
