package dev.bullpen.faults.shortage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.fixture.JavaProviders;
import dev.bullpen.testkit.proc.Footprint;
import dev.bullpen.testkit.rig.Rig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who held much gives most of it back when he has come to rest. */
class MemoryGivenBackTests {
  private static final int MUCH = 8_000_000;
  private static final int LARGE = 30_000_000;

  /** Twice six seconds of rest, and what a busy machine needs. */
  private static final Duration BACK_WITHIN = Duration.ofSeconds(90);

  private static final long MUCH_KIB = 16 * 1024;

  private static void assertBack(long pid, long beforeKib) {
    long much = Footprint.of(pid).peakKib(); // it may have begun to give back
    assertTrue(
        much > beforeKib + MUCH_KIB,
        "it holds %d KiB and held %d: nothing is to be given back".formatted(much, beforeKib));
    assertTrue(
        Poll.until(
            Deadline.in(BACK_WITHIN),
            () -> Footprint.of(pid).residentKib() <= (beforeKib + much) / 2),
        () ->
            "it held %d KiB, then %d, and at rest %d"
                .formatted(beforeKib, much, Footprint.of(pid).residentKib()));
  }

  @Test
  void a_server_that_has_answered_with_large_outputs() {
    String script = "#!/bin/sh\nhead -c %d /dev/zero | tr '\\0' x\n".formatted(MUCH);
    try (Rig rig =
        Rig.start(
                project -> project.tool("much", script),
                launcher ->
                    launcher
                        .workers(2, 2)
                        .environment("MCPBASH_MAX_TOOL_OUTPUT_SIZE", "" + 2 * MUCH))
            .settled()) {
      long pid = rig.process().pid();
      long before = Footprint.of(pid).residentKib();
      for (int i = 0; i < 3; i++) {
        Answer answer = rig.client().callTool("much", "{}");
        assertEquals(MUCH, answer.text().length());
      }
      assertBack(pid, before);
      rig.assertCalm();
    }
  }

  @Test
  void a_helper_whose_provider_has_made_a_large_object() {
    String body =
        "return Suggestions.of(\"\" + new byte[Integer.parseInt(request.value())].length);";
    try (Rig rig =
        Rig.start(
                project -> JavaProviders.add(project, "much", body),
                launcher -> launcher.workers(1, 1))
            .settled()) {
      assertEquals(List.of("1"), rig.client().complete("much", "query", "1").values());
      long pid = rig.helpers().get(0).pid();
      long before = Footprint.of(pid).residentKib();
      String much = Integer.toString(LARGE);
      assertEquals(List.of(much), rig.client().complete("much", "query", much).values());
      assertBack(pid, before);
      rig.assertCalm();
    }
  }
}
