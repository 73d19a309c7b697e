package dev.bullpen.project.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WatchPaceTests {
  private static final long QUIET = WatchPace.QUIET.toNanos();
  private static final long LONGEST = WatchPace.LONGEST_BURST.toNanos();
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  /** The clock may have any value, and may overflow meanwhile. */
  private static final long START = Long.MAX_VALUE - QUIET / 2;

  private final WatchPace pace = new WatchPace();

  @Test
  void a_burst_is_over_when_nothing_has_changed_for_a_moment() {
    assertEquals(Long.MAX_VALUE, pace.burstLeft(START));
    pace.change(START);
    assertEquals(1, pace.burstLeft(START + QUIET - 1));
    assertEquals(0, pace.burstLeft(START + QUIET));
    pace.change(START + QUIET - 1);
    assertEquals(QUIET - 1, pace.burstLeft(START + QUIET), "a further change prolongs it");
  }

  @Test
  void a_burst_is_over_a_while_after_its_first_change_and_the_next_change_begins_another() {
    for (long at = START; at - START < LONGEST; at += QUIET / 2) {
      pace.change(at);
    }
    pace.change(START + LONGEST - 1);
    assertEquals(1, pace.burstLeft(START + LONGEST - 1));
    assertEquals(0, pace.burstLeft(START + LONGEST));
    pace.endBurst();
    assertEquals(Long.MAX_VALUE, pace.burstLeft(START + LONGEST));
    pace.change(START + LONGEST);
    assertEquals(QUIET, pace.burstLeft(START + LONGEST));
  }

  private void readInShortage(long now) {
    pace.read(false, true, 0, now);
  }

  @Test
  void what_cannot_be_read_is_tried_again_after_a_second_and_then_an_eighth_of_the_time() {
    assertEquals(Long.MAX_VALUE, pace.retryLeft(START));
    long[][] waits = {{0, 1}, {8, 1}, {80, 10}, {480, 60}, {3_600, 60}};
    for (long[] wait : waits) {
      long now = START + wait[0] * SECOND;
      readInShortage(now);
      assertEquals(wait[1] * SECOND, pace.retryLeft(now), wait[0] + " s after the first");
      assertEquals(0, pace.retryLeft(now + wait[1] * SECOND));
    }
    long end = START + 3_660 * SECOND;
    pace.read(true, false, 0, end);
    assertEquals(Long.MAX_VALUE, pace.retryLeft(end));
    readInShortage(end + SECOND);
    assertEquals(SECOND, pace.retryLeft(end + SECOND), "another shortage begins anew");
  }

  private void readInVain(long now) {
    pace.read(false, false, SECOND, now);
  }

  @Test
  void nothing_is_read_unless_something_has_changed() {
    assertEquals(Long.MAX_VALUE, pace.readingLeft(START));
    pace.endBurst();
    assertTrue(pace.readingLeft(START) <= 0);
    readInVain(START);
    assertEquals(Long.MAX_VALUE, pace.readingLeft(START + SECOND));
  }

  @Test
  void what_finds_another_list_is_followed_at_once_however_long_it_takes() {
    for (int i = 0; i < 100; i++) {
      pace.read(true, false, SECOND, START + i * SECOND);
      pace.endBurst();
      assertTrue(pace.readingLeft(START + i * SECOND) <= 0);
    }
  }

  @Test
  void readings_in_vain_are_free_for_a_while_and_then_make_a_twentieth_of_the_time() {
    long now = START;
    int readings = 0;
    while (now - START < 1_000 * SECOND) {
      pace.endBurst();
      now += Math.max(0, pace.readingLeft(now)) + SECOND;
      readInVain(now);
      readings++;
    }
    long free = WatchPace.FREE.toSeconds();
    assertTrue(readings >= 1_000 / 20 && readings <= 1_000 / 20 + free + 1, readings + " readings");
    pace.endBurst();
    assertTrue(pace.readingLeft(now) > 0, "it has been in vain for long");
    assertTrue(pace.readingLeft(now + 20 * SECOND) <= 0, "it has rested");
  }
}
