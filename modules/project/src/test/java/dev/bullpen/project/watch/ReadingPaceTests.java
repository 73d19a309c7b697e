package dev.bullpen.project.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReadingPaceTests {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  /** The clock may have any value, and may overflow meanwhile. */
  private static final long START = Long.MAX_VALUE - SECOND;

  private final ReadingPace pace = new ReadingPace();

  @Test
  void nothing_is_read_unless_something_has_changed() {
    assertEquals(Long.MAX_VALUE, pace.nanosLeft(START));
    pace.want();
    assertTrue(pace.nanosLeft(START) <= 0);
    pace.read(false, SECOND, START);
    assertEquals(Long.MAX_VALUE, pace.nanosLeft(START + SECOND));
  }

  @Test
  void what_finds_another_list_is_followed_at_once_however_long_it_takes() {
    for (int i = 0; i < 100; i++) {
      pace.read(true, SECOND, START + i * SECOND);
      pace.want();
      assertTrue(pace.nanosLeft(START + i * SECOND) <= 0);
    }
  }

  @Test
  void readings_in_vain_are_free_for_a_while_and_then_make_a_twentieth_of_the_time() {
    long now = START;
    int readings = 0;
    while (now - START < 1_000 * SECOND) {
      pace.want();
      now += Math.max(0, pace.nanosLeft(now)) + SECOND;
      pace.read(false, SECOND, now);
      readings++;
    }
    long free = ReadingPace.FREE.toSeconds();
    assertTrue(readings >= 1_000 / 20 && readings <= 1_000 / 20 + free + 1, readings + " readings");
  }

  @Test
  void after_quiet_a_change_is_read_at_once() {
    long now = START;
    for (int i = 0; i < 10; i++) {
      pace.want();
      now += Math.max(0, pace.nanosLeft(now)) + SECOND;
      pace.read(false, SECOND, now);
    }
    pace.want();
    assertTrue(pace.nanosLeft(now) > 0, "it has been in vain for long");
    assertTrue(pace.nanosLeft(now + 20 * SECOND) <= 0, "it has rested");
  }
}
