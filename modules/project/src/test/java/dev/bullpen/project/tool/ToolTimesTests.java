package dev.bullpen.project.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.project.tool.Tool.ToolTimeout;
import dev.bullpen.project.tool.ToolTimes.Limit;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ToolTimesTests {
  private static final ToolTimes STANDARD = ToolTimes.of(Map.of());

  private static Optional<Duration> seconds(int seconds) {
    return seconds == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds));
  }

  /** Metadata of a tool; 0 for what it does not name. */
  private static ToolTimeout own(int timeout, boolean progressExtends, int max) {
    return new ToolTimeout(seconds(timeout), progressExtends, seconds(max), Optional.empty());
  }

  private static Limit limit(int timeout, int max, boolean progressExtends) {
    return new Limit(Duration.ofSeconds(timeout), Duration.ofSeconds(max), progressExtends);
  }

  private static Limit inForce(ToolTimeout own) {
    return STANDARD.limit(own, OptionalInt.empty());
  }

  @Test
  void a_tool_that_names_no_time_has_the_operators() {
    assertEquals(limit(30, 600, false), inForce(own(0, false, 0)));
    assertEquals(
        limit(7, 50, true),
        ToolTimes.of(
                Map.of(
                    "MCPBASH_DEFAULT_TOOL_TIMEOUT", "7",
                    "MCPBASH_MAX_TIMEOUT_SECS", "50",
                    "MCPBASH_PROGRESS_EXTENDS_TIMEOUT", "true"))
            .limit(own(0, false, 0), OptionalInt.empty()));
  }

  @Test
  void the_client_goes_before_the_tool_up_to_the_maximum() {
    assertEquals(limit(7, 60, false), STANDARD.limit(own(5, false, 60), OptionalInt.of(7)));
    assertEquals(limit(60, 60, false), STANDARD.limit(own(5, false, 60), OptionalInt.of(61)));
    assertEquals(
        limit(600, 600, false), STANDARD.limit(own(0, false, 0), OptionalInt.of(1_000_000)));
  }

  @Test
  void a_fixed_time_may_be_longer_than_the_maximum_and_is_then_also_the_clients() {
    assertEquals(limit(86_400, 86_400, false), inForce(own(86_400, false, 0)));
    assertEquals(
        limit(86_400, 86_400, false),
        STANDARD.limit(own(86_400, false, 0), OptionalInt.of(99_999)));
    assertEquals(limit(50, 50, false), inForce(own(50, false, 40)));
  }

  @Test
  void where_progress_restarts_the_time_the_maximum_is_one() {
    assertEquals(limit(10, 25, true), inForce(own(10, true, 25)));
    assertEquals(limit(600, 600, true), inForce(own(86_400, true, 0)));
    assertEquals(limit(25, 25, true), STANDARD.limit(own(10, true, 25), OptionalInt.of(99)));
  }
}
