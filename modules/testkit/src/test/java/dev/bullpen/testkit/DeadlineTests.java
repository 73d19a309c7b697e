package dev.bullpen.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeadlineTests {
  @Test
  void what_has_passed_has_nothing_remaining() {
    Deadline passed = Deadline.in(Duration.ofNanos(-1));
    assertTrue(passed.passed());
    assertEquals(Duration.ZERO, passed.remaining());
    assertFalse(Deadline.in(Duration.ofMinutes(1)).passed());
  }

  @Test
  void a_condition_is_looked_at_once_even_after_the_deadline() {
    Deadline passed = Deadline.in(Duration.ZERO);
    assertTrue(Poll.until(passed, () -> true));
    assertFalse(Poll.until(passed, () -> false));
  }

  @Test
  void a_condition_is_looked_at_until_it_comes_true() {
    AtomicInteger looks = new AtomicInteger();
    assertTrue(Poll.until(Deadline.in(Duration.ofMinutes(1)), () -> looks.incrementAndGet() == 3));
    assertEquals(3, looks.get());
  }
}
