package dev.bullpen.faults.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * F25: somebody sets the clock while jobs run. Nobody's time is over sooner for it, or later, and
 * no helper is ended. Only the server's own clock is set, which only Linux's loader can do.
 */
@Tag("F25")
@Needs("cc")
class ClockSetTests {
  private static final int HELPERS = 3;
  private static final int LIMIT_SECONDS = 3;

  /** What a line of the log may be late, or a machine slow. */
  private static final Duration ABOUT = Duration.ofMinutes(10);

  @TempDir Path folder;

  @Test
  void jobs_end_in_their_time_whichever_way_it_is_set_and_no_helper_is_lost() throws IOException {
    SetClock clock = SetClock.in(folder);
    try (Rig rig = start(clock)) {
      control_the_server_goes_by_the_clock_that_is_set(rig, clock);
      for (int hours : new int[] {1, -1}) {
        jobs_end_in_their_time(rig, clock, hours);
      }
      rig.assertCapacity(HELPERS);
      rig.assertCalm();
    }
  }

  private static void jobs_end_in_their_time(Rig rig, SetClock clock, int hours)
      throws IOException {
    List<Integer> helpers = rig.awaitHelpers(HELPERS);
    Job stays = rig.beginTool("waits", 1);
    Job over = rig.begin("over", 1);
    clock.set(Duration.ofHours(hours));
    Answer late = rig.await(over);
    assertEquals(Optional.of("timeout"), late.reason(), late.message().toString());
    assertEquals(List.of("ok"), rig.client().complete(Rig.FAST, "query", "a").values());
    clock.set(Duration.ZERO);
    assertEquals(List.of("ok"), rig.client().complete(Rig.FAST, "query", "b").values());
    assertEquals(0, rig.client().answers(stays.id()), "its limit is far away");
    rig.letThrough(stays);
    assertEquals("let through: go\n", rig.await(stays).text());
    rig.assertGone(over, McpClient.PATIENCE);
    // On a busy machine the one that had it may be too slow to clean up, and be ended for that.
    List<Integer> kept =
        helpers.stream()
            .filter(pid -> Size.asked() == Size.FULL || !over.ready().get(0).endsWith(" " + pid))
            .toList();
    assertTrue(rig.awaitHelpers(HELPERS).containsAll(kept), rig.process().stderr().text());
  }

  private static void control_the_server_goes_by_the_clock_that_is_set(Rig rig, SetClock clock)
      throws IOException {
    assertTrue(isAbout(saidAt(rig), Duration.ZERO), rig.process().stderr().text());
    clock.set(Duration.ofHours(1));
    assertTrue(isAbout(saidAt(rig), Duration.ofHours(1)), rig.process().stderr().text());
    clock.set(Duration.ZERO);
  }

  /** The time of a new line of the log. */
  private static LocalTime saidAt(Rig rig) {
    int before = failures(rig).size();
    assertTrue(rig.client().complete("fails", "query", "").failed());
    assertTrue(Poll.until(Deadline.in(McpClient.PATIENCE), () -> failures(rig).size() > before));
    return OffsetDateTime.parse(failures(rig).get(before).split(" ")[0]).toLocalTime();
  }

  private static List<String> failures(Rig rig) {
    return rig.process().stderr().text().lines().filter(line -> line.contains("fails")).toList();
  }

  private static boolean isAbout(LocalTime said, Duration later) {
    long off = Duration.between(LocalTime.now(ZoneOffset.UTC).plus(later), said).abs().toSeconds();
    long day = Duration.ofDays(1).toSeconds();
    return Math.min(off, day - off) < ABOUT.toSeconds();
  }

  private static Rig start(SetClock clock) {
    return Rig.start(
            ClockSetTests::project,
            launcher -> clock.of(launcher.workers(HELPERS, HELPERS).environment("TZ", "UTC")))
        .settled();
  }

  private static void project(ProjectFixture project) {
    project
        .tool("waits", ToolScripts.WAIT)
        .provider("over", LIMIT_SECONDS, Scripts.HOLD)
        .provider("fails", "echo 'no such thing' >&2\nexit 3\n");
  }

  /** The time of day as one server sees it, which a test can set; nobody else's is touched. */
  private static final class SetClock {
    private final Path library;
    private final Path ahead;

    private SetClock(Path library, Path ahead) {
      this.library = library;
      this.ahead = ahead;
    }

    /** A clock that goes right; its files are in that folder, and it needs {@code cc}. */
    static SetClock in(Path folder) throws IOException {
      Path source = folder.resolve("clock.c");
      try (InputStream in = SetClock.class.getResourceAsStream("/clock.c")) {
        Files.copy(in, source);
      }
      Path library = folder.resolve("clock.so");
      Sh.run("cc -shared -fPIC -o $1 $2 -ldl", library.toString(), source.toString());
      SetClock clock = new SetClock(library, Files.createFile(folder.resolve("ahead")));
      clock.set(Duration.ZERO);
      return clock;
    }

    /** A server that goes by it. */
    Launcher of(Launcher launcher) {
      return launcher
          .environment("LD_PRELOAD", library.toString())
          .environment("BULLPEN_TEST_CLOCK", ahead.toString());
    }

    /** So much later than it is, from now on; before if it is less than nothing. */
    void set(Duration later) throws IOException {
      ByteBuffer seconds =
          ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder()).putLong(later.toSeconds());
      try (FileChannel file = FileChannel.open(ahead, StandardOpenOption.WRITE)) {
        file.write(seconds.flip(), 0);
      }
    }
  }
}
