package dev.bullpen.faults.protocol;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.proc.Footprint;
import dev.bullpen.testkit.rig.Rig;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** F12: a line that does not end. */
@Tag("F12")
class EndlessLineTests {
  private static final int LIMIT = 16 * 1024 * 1024;
  private static final long GROWTH_KIB = 2L * LIMIT / 1024;
  private static final int CHUNK = 1024 * 1024;

  @Test
  void it_is_refused_in_little_memory_and_the_next_line_is_served() {
    try (Rig rig = start(LIMIT, "")) {
      long before = Footprint.of(rig.process().pid()).residentKib();
      flood(rig, Size.repeat(96, 1024));
      rig.process().sendRaw("\n".getBytes(US_ASCII));
      assertFalse(rig.client().ping().failed());
      long growth = Footprint.of(rig.process().pid()).peakKib() - before;
      System.out.printf(
          "[measured] F12 endless line, limit %d KiB, memory grew by %d KiB%n",
          LIMIT / 1024, growth);
      assertTrue(growth < GROWTH_KIB, "memory grew by %d KiB".formatted(growth));
      assertEquals(1, refusals(rig));
      rig.assertCalm();
    }
  }

  @Test
  void control_without_the_limit_memory_grows_with_the_line() {
    try (Rig rig = start(LIMIT, "line-limit")) {
      long pid = rig.process().pid();
      long before = Footprint.of(pid).residentKib();
      long growth;
      try {
        flood(rig, Size.repeat(96, 256));
        rig.process().sendRaw("\n".getBytes(US_ASCII));
        growth = Footprint.of(pid).peakKib() - before;
      } catch (UncheckedIOException died) {
        growth = Long.MAX_VALUE; // of want of memory
      }
      assertTrue(growth >= GROWTH_KIB, "the control shows nothing: only %d KiB".formatted(growth));
    }
  }

  @Test
  void the_limit_is_exact() {
    int limit = 65_536;
    try (Rig rig = start(limit, "")) {
      for (int over : new int[] {-1, 0, 1}) {
        String id = "padded " + over;
        String ping = "{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"method\":\"ping\"}".formatted(id);
        rig.process().sendLine(ping + " ".repeat(limit + over - ping.length()));
        rig.client().ping(); // lines are read in order: the padded one has had its answer
        List<Line> answers = rig.process().transcript().responses('"' + id + '"');
        assertEquals(1, answers.size(), "refused or not, it is answered under its id");
        assertEquals(
            over > 0 ? -32600 : 0,
            answers.get(0).json().orElseThrow().at("/error/code").intValue(0),
            answers::toString);
      }
      assertEquals(0, refusals(rig));
    }
  }

  @Test
  void a_line_that_may_be_longer_than_the_heap_has_room_for_ends_no_server() {
    try (Rig rig =
        Rig.start(
                project -> {},
                launcher ->
                    launcher
                        .workers(1, 1)
                        .with("--max-line-bytes", Integer.toString(1024 * 1024 * 1024))
                        .environment("BULLPEN_JAVA_OPTS", "-Xmx64m"))
            .settled()) {
      flood(rig, 60);
      rig.process().sendRaw("\n".getBytes(US_ASCII));
      assertFalse(rig.client().ping().failed());
      assertEquals(1, refusals(rig));
      rig.assertCalm();
    }
  }

  private static Rig start(int limit, String off) {
    return Rig.start(
            project -> {},
            launcher ->
                launcher.workers(1, 1).with("--max-line-bytes", Integer.toString(limit)).off(off))
        .settled();
  }

  private static void flood(Rig rig, int mebibytes) {
    byte[] chunk = new byte[CHUNK];
    Arrays.fill(chunk, (byte) 'x');
    for (int i = 0; i < mebibytes; i++) {
      rig.process().sendRaw(chunk);
    }
  }

  /** Errors without an id that say invalid request. */
  private static long refusals(Rig rig) {
    rig.process()
        .transcript()
        .await(EndlessLineTests::isRefusal, Deadline.in(Duration.ofMillis(100)));
    return rig.process().transcript().received().stream()
        .filter(EndlessLineTests::isRefusal)
        .count();
  }

  private static boolean isRefusal(Line line) {
    return !line.json().orElseThrow().has("id")
        && line.json().orElseThrow().path("error").path("code").asInt(0) == -32600;
  }
}
