package dev.bullpen.pool.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.job.FailureReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExitLogTests {
  private static final HelperExit KILLED = new HelperExit(FailureReason.KILLED, "signal 9");
  private static final HelperExit DISMISSED = new HelperExit(FailureReason.SHUTDOWN, "");

  private final List<String> lines = new ArrayList<>();
  private long now;
  private final ExitLog deaths = new ExitLog(() -> now, lines::add);

  private void pass(Duration time) {
    now += time.toNanos();
  }

  private int told(int deathsNow) {
    int told = 0;
    for (int i = 0; i < deathsNow; i++) {
      told += deaths.count(KILLED) ? 1 : 0;
    }
    return told;
  }

  @Test
  void those_that_were_wanted_are_counted_and_not_told() {
    assertFalse(deaths.count(DISMISSED));
    assertTrue(deaths.count(KILLED));
    assertEquals("1 killed, 1 shutdown", deaths.summary());
  }

  @Test
  void without_any_there_are_none() {
    assertEquals("none", deaths.summary());
  }

  @Test
  void as_many_as_there_may_be_are_told_each_and_of_one_more_only_the_number() {
    assertEquals(ExitLog.MOST_LINES - 1, told(ExitLog.MOST_LINES - 1));
    assertTrue(deaths.count(KILLED));
    assertFalse(deaths.count(KILLED));
    pass(Duration.ofSeconds(ExitLog.WINDOW_SECONDS).minusNanos(1));
    deaths.tick();
    assertEquals(List.of(), lines);
    pass(Duration.ofNanos(1));
    deaths.tick();
    assertEquals(List.of("more helpers died than were told: 1 killed"), lines);
    deaths.tick();
    assertEquals(1, lines.size(), "said once");
  }

  @Test
  void after_a_storm_each_is_told_again() {
    told(ExitLog.MOST_LINES + 3);
    pass(Duration.ofSeconds(ExitLog.WINDOW_SECONDS));
    assertTrue(deaths.count(KILLED));
    assertEquals(List.of("more helpers died than were told: 3 killed"), lines);
    assertEquals(ExitLog.MOST_LINES - 1, told(ExitLog.MOST_LINES));
  }

  @Test
  void a_long_quiet_time_saves_up_nothing() {
    pass(Duration.ofDays(1));
    assertEquals(ExitLog.MOST_LINES, told(2 * ExitLog.MOST_LINES));
  }
}
