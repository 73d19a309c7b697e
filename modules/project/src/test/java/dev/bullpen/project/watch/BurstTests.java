package dev.bullpen.project.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BurstTests {
  private static final long QUIET = Burst.QUIET.toNanos();
  private static final long LONGEST = Burst.LONGEST.toNanos();

  /** The clock may have any value, and may overflow meanwhile. */
  private static final long START = Long.MAX_VALUE - QUIET / 2;

  private final Burst burst = new Burst();

  @Test
  void without_a_change_it_is_never_over() {
    assertEquals(Long.MAX_VALUE, burst.nanosLeft(START));
  }

  @Test
  void it_is_over_when_nothing_has_changed_for_a_moment() {
    burst.change(START);
    assertEquals(QUIET, burst.nanosLeft(START));
    assertEquals(1, burst.nanosLeft(START + QUIET - 1));
    assertEquals(0, burst.nanosLeft(START + QUIET));
    assertEquals(-1, burst.nanosLeft(START + QUIET + 1));
  }

  @Test
  void a_further_change_prolongs_it() {
    burst.change(START);
    burst.change(START + QUIET - 1);
    assertEquals(QUIET - 1, burst.nanosLeft(START + QUIET));
  }

  @Test
  void it_is_over_a_while_after_the_first_change_whatever_goes_on() {
    burst.change(START);
    for (long at = START; at - START < LONGEST; at += QUIET / 2) {
      burst.change(at);
    }
    burst.change(START + LONGEST - 1);
    assertEquals(1, burst.nanosLeft(START + LONGEST - 1));
    assertEquals(0, burst.nanosLeft(START + LONGEST));
    assertEquals(-1, burst.nanosLeft(START + LONGEST + 1));
  }

  @Test
  void after_its_end_the_next_change_begins_another() {
    burst.change(START);
    burst.end();
    assertEquals(Long.MAX_VALUE, burst.nanosLeft(START + LONGEST));
    burst.change(START + LONGEST);
    assertEquals(QUIET, burst.nanosLeft(START + LONGEST));
  }
}
