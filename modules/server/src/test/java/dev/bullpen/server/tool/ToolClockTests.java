package dev.bullpen.server.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.project.tool.ToolTimes.Limit;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ToolClockTests {
  private static final Limit FIXED = new Limit(seconds(10), seconds(25), false);
  private static final Limit EXTENDING = new Limit(seconds(10), seconds(25), true);

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }

  @Test
  void a_fixed_time_ends_for_that_reason() {
    ToolClock clock = new ToolClock(FIXED, Duration.ZERO);
    assertEquals("fixed", clock.reason());
    assertEquals("its time of 10 s was over", clock.sentence());
  }

  @Test
  void without_progress_since_the_time_began_the_reason_is_that() {
    ToolClock clock = new ToolClock(EXTENDING, Duration.ZERO);
    assertEquals("idle", clock.reason());
    clock.extended(seconds(10));
    assertEquals("idle", clock.reason());
    assertEquals("it reported no progress for 10 s", clock.sentence());
  }

  @Test
  void given_less_than_its_time_it_ends_at_the_maximum() {
    ToolClock clock = new ToolClock(EXTENDING, Duration.ZERO);
    clock.extended(seconds(10).minusNanos(1));
    assertEquals("max_exceeded", clock.reason());
    assertEquals("its longest time of 25 s was over", clock.sentence());
  }

  @Test
  void what_its_arguments_have_waited_counts_and_something_is_left_all_the_same() {
    ToolClock clock = new ToolClock(EXTENDING, seconds(4));
    assertEquals(seconds(6), clock.timeoutLeft());
    assertEquals(seconds(21), clock.maxLeft());
    assertEquals(seconds(10), clock.timeout());
    ToolClock late = new ToolClock(FIXED, seconds(11));
    assertEquals(Duration.ofMillis(1), late.timeoutLeft());
    assertEquals(seconds(14), late.maxLeft());
  }
}
