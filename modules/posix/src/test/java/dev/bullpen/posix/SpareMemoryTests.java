package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SpareMemoryTests {
  private static final Duration INSTANT = Duration.ofNanos(1);

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1); // about to overflow
  private final AtomicInteger given = new AtomicInteger();
  private final SpareMemory memory = new SpareMemory(now::get, given::incrementAndGet);

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  private void assertGiven(int times) {
    memory.giveBack();
    assertEquals(times, given.get());
  }

  @Test
  void what_a_start_took_is_given_back_once_it_has_come_to_rest() {
    assertEquals(Optional.of(SpareMemory.REST), memory.patience());
    pass(SpareMemory.REST.minus(INSTANT));
    assertGiven(0);
    assertEquals(Optional.of(INSTANT), memory.patience());
    pass(INSTANT);
    assertGiven(1);
  }

  @Test
  void nothing_is_given_back_while_something_is_done() {
    for (int i = 0; i < 10; i++) {
      pass(SpareMemory.REST.minus(INSTANT));
      memory.used();
    }
    assertGiven(0);
    assertEquals(Optional.of(SpareMemory.REST), memory.patience());
  }

  @Test
  void what_the_JVM_keeps_for_a_while_is_given_back_after_that() {
    pass(SpareMemory.REST);
    assertGiven(1);
    Duration rest = SpareMemory.LONG_REST.minus(SpareMemory.REST);
    assertEquals(Optional.of(rest), memory.patience());
    pass(rest.minus(INSTANT));
    assertGiven(1);
    pass(INSTANT);
    assertGiven(2);
  }

  @Test
  void who_has_done_nothing_since_has_nothing() {
    pass(SpareMemory.LONG_REST);
    assertGiven(1);
    assertEquals(Optional.empty(), memory.patience());
    pass(SpareMemory.APART.multipliedBy(2));
    assertGiven(1);
  }

  @Test
  void who_works_now_and_then_gives_back_seldom() {
    pass(SpareMemory.REST);
    assertGiven(1);
    memory.used();
    assertEquals(Optional.of(SpareMemory.APART), memory.patience());
    pass(SpareMemory.APART.minus(INSTANT));
    assertGiven(1);
    pass(INSTANT);
    assertGiven(2);
    pass(SpareMemory.APART);
    memory.used();
    assertEquals(Optional.of(SpareMemory.REST), memory.patience());
  }
}
