package dev.bullpen.pool.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.pool.job.FailureReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExitLogTests {
  private static final HelperExit KILLED = new HelperExit(FailureReason.KILLED, "signal 9");
  private static final HelperExit DISMISSED = new HelperExit(FailureReason.SHUTDOWN, "");

  @TempDir Path folder;

  private ExitLog exits;

  @BeforeEach
  void no_kills_are_counted() {
    exits = log("none");
  }

  private ExitLog log(String vmstat) {
    return new ExitLog(folder.resolve(vmstat));
  }

  @Test
  void they_are_counted_by_reason_also_those_that_were_intended() {
    assertEquals("none", exits.summary());
    exits.count(DISMISSED);
    exits.count(KILLED);
    exits.count(KILLED);
    assertEquals("2 killed, 1 shutdown", exits.summary());
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
