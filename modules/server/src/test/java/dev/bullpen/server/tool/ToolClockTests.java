package dev.bullpen.server.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.project.tool.Tool.ToolTimeout;
import dev.bullpen.server.call.JobLimits;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ToolClockTests {
  private static final ToolSettings USUAL =
      ToolSettings.of(Map.of(), Duration.ZERO, JobLimits.NONE);
  private static final ToolTimeout NONE =
      new ToolTimeout(Optional.empty(), false, Optional.empty(), Optional.empty());

  private static ToolTimeout own(int seconds, boolean extends_, int max) {
    return new ToolTimeout(
        Optional.of(Duration.ofSeconds(seconds)),
        extends_,
        Optional.of(Duration.ofSeconds(max)),
        Optional.empty());
  }

  @Test
  void a_tool_that_names_no_time_has_thirty_seconds() {
    ToolClock clock = new ToolClock(NONE, OptionalInt.empty(), USUAL, 0);
    assertEquals(Duration.ofSeconds(30), clock.timeout());
    assertEquals("fixed", clock.reason());
  }

  @Test
  void the_client_goes_before_the_tool_up_to_the_maximum() {
    assertEquals(
        Duration.ofSeconds(7),
        new ToolClock(own(5, false, 60), OptionalInt.of(7), USUAL, 0).timeout());
    assertEquals(
        Duration.ofSeconds(60),
        new ToolClock(own(5, false, 60), OptionalInt.of(1_000_000), USUAL, 0).timeout());
  }

  @Test
  void a_tool_that_wants_longer_than_the_usual_maximum_has_it() {
    ToolTimeout day =
        new ToolTimeout(Optional.of(Duration.ofDays(1)), false, Optional.empty(), Optional.empty());
    assertEquals(Duration.ofDays(1), new ToolClock(day, OptionalInt.empty(), USUAL, 0).timeout());
  }

  @Test
  void progress_gives_a_tool_its_time_anew_until_the_maximum() {
    ToolClock clock = new ToolClock(own(10, true, 25), OptionalInt.empty(), USUAL, 0);
    assertEquals(Optional.of(Duration.ofSeconds(10)), clock.again(at(5)));
    assertEquals("idle", clock.reason());
    assertEquals(Optional.of(Duration.ofSeconds(10)), clock.again(at(15)));
    assertEquals("idle", clock.reason());
    assertEquals(Optional.of(Duration.ofSeconds(9)), clock.again(at(16)));
    assertEquals("max_exceeded", clock.reason());
    assertEquals("its longest time of 25 s was over", clock.sentence());
  }

  @Test
  void progress_means_nothing_to_a_tool_with_a_fixed_time() {
    ToolClock clock = new ToolClock(own(10, false, 25), OptionalInt.empty(), USUAL, 0);
    assertEquals(Optional.empty(), clock.again(at(5)));
    assertEquals("fixed", clock.reason());
    assertEquals("its time of 10 s was over", clock.sentence());
  }

  private static long at(int seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }
}
