package dev.bullpen.pool.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.pool.job.FailureReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OomKillsTests {
  private static final HelperExit KILLED = new HelperExit(FailureReason.KILLED, "signal 9");

  @TempDir Path folder;

  private Path counted(long kills) throws IOException {
    return Files.writeString(
        folder.resolve("vmstat"), "pgfault 7\noom_kill %d\noom_killer 9\n".formatted(kills));
  }

  /** One that has looked. */
  private OomKills since(long kills) throws IOException {
    OomKills since = new OomKills(counted(kills));
    since.look();
    return since;
  }

  private static FailureReason explained(OomKills kills) {
    return kills.explain(KILLED).reason();
  }

  @Test
  void each_kill_explains_one_death() throws IOException {
    OomKills kills = since(3);
    assertEquals(FailureReason.KILLED, explained(kills), "those three were before our time");
    counted(5);
    assertEquals(FailureReason.OUT_OF_MEMORY, explained(kills));
    assertEquals(FailureReason.OUT_OF_MEMORY, explained(kills));
    assertEquals(FailureReason.KILLED, explained(kills));
  }

  @Test
  void it_explains_no_other_death() throws IOException {
    OomKills kills = since(0);
    counted(1);
    HelperExit crashed = new HelperExit(FailureReason.CRASHED, "signal 11");
    assertEquals(crashed, kills.explain(crashed));
    assertEquals(FailureReason.OUT_OF_MEMORY, explained(kills));
  }

  @Test
  void what_was_long_ago_explains_nothing() throws IOException {
    OomKills kills = since(0);
    counted(1);
    for (int i = 1; i < OomKills.LOOKS; i++) {
      kills.look();
    }
    OomKills later = since(0);
    counted(1);
    for (int i = 0; i <= OomKills.LOOKS; i++) {
      later.look();
    }
    assertEquals(FailureReason.OUT_OF_MEMORY, explained(kills));
    assertEquals(FailureReason.KILLED, explained(later));
  }

  @Test
  void where_nothing_is_counted_nothing_is_explained() throws IOException {
    OomKills none = new OomKills(folder.resolve("none"));
    none.look();
    assertEquals(FailureReason.KILLED, explained(none));
    OomKills odd = new OomKills(Files.writeString(folder.resolve("odd"), "oom_kill many\n"));
    odd.look();
    assertEquals(FailureReason.KILLED, explained(odd));
  }

  @Test
  void before_it_has_looked_it_explains_nothing() throws IOException {
    assertEquals(FailureReason.KILLED, explained(new OomKills(counted(1))));
  }
}
