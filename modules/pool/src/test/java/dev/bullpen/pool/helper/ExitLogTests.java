package dev.bullpen.pool.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.job.FailureReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExitLogTests {
  private static final HelperExit KILLED = new HelperExit(FailureReason.KILLED, "signal 9");
  private static final HelperExit DISMISSED = new HelperExit(FailureReason.SHUTDOWN, "");

  @TempDir Path folder;

  private long now;
  private ExitLog exits;

  @BeforeEach
  void no_kills_are_counted() {
    exits = log("none");
  }

  private ExitLog log(String vmstat) {
    return new ExitLog(() -> now, folder.resolve(vmstat));
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  private int logged(int exitsNow) {
    int logged = 0;
    for (int i = 0; i < exitsNow; i++) {
      logged += exits.count(KILLED) ? 1 : 0;
    }
    return logged;
  }

  @Test
  void those_that_were_intended_are_counted_and_not_logged() {
    assertEquals("none", exits.summary());
    assertFalse(exits.count(DISMISSED));
    assertTrue(exits.count(KILLED));
    assertEquals("1 killed, 1 shutdown", exits.summary());
  }

  @Test
  void as_many_as_there_may_be_are_logged_each_and_of_one_more_only_the_number() {
    assertEquals(ExitLog.MOST_LINES - 1, logged(ExitLog.MOST_LINES - 1));
    assertTrue(exits.count(KILLED));
    assertFalse(exits.count(KILLED));
    pass(Duration.ofSeconds(ExitLog.WINDOW_SECONDS).minusNanos(1));
    assertEquals(Optional.empty(), exits.sumUpIfDue());
    pass(Duration.ofNanos(1));
    assertEquals(Optional.of("more helpers died than were logged: 1 killed"), exits.sumUpIfDue());
    assertEquals(Optional.empty(), exits.sumUpIfDue(), "said once");
  }

  @Test
  void after_a_storm_each_is_logged_again() {
    logged(ExitLog.MOST_LINES + 3);
    pass(Duration.ofSeconds(ExitLog.WINDOW_SECONDS));
    assertEquals(Optional.of("more helpers died than were logged: 3 killed"), exits.sumUpIfDue());
    assertEquals(ExitLog.MOST_LINES, logged(ExitLog.MOST_LINES + 1));
  }

  @Test
  void a_tick_ends_a_storm_that_is_over() {
    logged(ExitLog.MOST_LINES + 1);
    pass(Duration.ofSeconds(ExitLog.WINDOW_SECONDS));
    exits.tick();
    assertTrue(exits.count(KILLED));
  }

  @Test
  void a_long_quiet_time_saves_up_nothing() {
    pass(Duration.ofDays(1));
    assertEquals(Optional.empty(), exits.sumUpIfDue());
    assertEquals(ExitLog.MOST_LINES, logged(2 * ExitLog.MOST_LINES));
  }

  /** Kills of the kernel's for want of memory. */
  @Nested
  class Kills {
    private void counted(long kills) throws IOException {
      Files.writeString(
          folder.resolve("vmstat"), "pgfault 7\noom_kill %d\noom_killer 9\n".formatted(kills));
    }

    private ExitLog since(long kills) throws IOException {
      counted(kills);
      ExitLog since = log("vmstat");
      since.tick();
      return since;
    }

    private static FailureReason explained(ExitLog log) {
      return log.explain(KILLED).reason();
    }

    @Test
    void each_explains_one_helper_that_was_killed_and_no_other() throws IOException {
      ExitLog log = since(3);
      assertEquals(FailureReason.KILLED, explained(log), "those three were before our time");
      counted(5);
      HelperExit crashed = new HelperExit(FailureReason.CRASHED, "signal 11");
      assertEquals(crashed, log.explain(crashed));
      assertEquals(FailureReason.OUT_OF_MEMORY, explained(log));
      assertEquals(FailureReason.OUT_OF_MEMORY, explained(log));
      assertEquals(FailureReason.KILLED, explained(log));
    }

    @Test
    void those_of_long_ago_explain_nothing() throws IOException {
      ExitLog soon = since(0);
      ExitLog later = since(0);
      counted(1);
      for (int i = 1; i < ExitLog.TICKS; i++) {
        soon.tick();
      }
      for (int i = 0; i <= ExitLog.TICKS; i++) {
        later.tick();
      }
      assertEquals(FailureReason.OUT_OF_MEMORY, explained(soon));
      assertEquals(FailureReason.KILLED, explained(later));
    }

    @Test
    void where_they_are_not_counted_or_not_yet_they_explain_nothing() throws IOException {
      exits.tick();
      assertEquals(FailureReason.KILLED, explained(exits));
      Files.writeString(folder.resolve("odd"), "oom_kill many\n");
      ExitLog odd = log("odd");
      odd.tick();
      assertEquals(FailureReason.KILLED, explained(odd));
      counted(1);
      assertEquals(FailureReason.KILLED, explained(log("vmstat")), "before the first tick");
    }
  }
}
