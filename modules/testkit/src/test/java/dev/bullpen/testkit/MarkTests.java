package dev.bullpen.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MarkTests {
  @Test
  void the_limit_itself_passes_and_a_nanosecond_more_does_not() {
    Duration limit = Duration.ofMillis(500);
    Mark.atMost("a wait", limit.minusNanos(1), limit);
    Mark.atMost("a wait", limit, limit);
    AssertionError e =
        assertThrows(AssertionError.class, () -> Mark.atMost("a wait", limit.plusNanos(1), limit));
    assertEquals("a wait took 500.00 ms, the mark is 500.00 ms", e.getMessage());
  }

  @Test
  void where_there_is_slack_a_thread_may_be_held_for_a_while_besides() {
    System.setProperty("bullpen.faults.slack", "3");
    try {
      assertEquals(Duration.ofMillis(6500), Mark.slack(Duration.ofMillis(500)));
    } finally {
      System.clearProperty("bullpen.faults.slack");
    }
  }
}
