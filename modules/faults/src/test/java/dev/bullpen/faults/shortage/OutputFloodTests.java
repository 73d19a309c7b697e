package dev.bullpen.faults.shortage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.proc.Footprint;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** F10: a tool writes a gigabyte, without a line break, on either output. */
@Tag("F10")
class OutputFloodTests {
  private static final long GIB = 1L << 30;

  /** What is accepted of each output unless the operator says otherwise. */
  private static final String LIMIT = "10 MiB";

  private static final long GROWTH_KIB = 64 * 1024;

  /** A ratio of two tails says nothing below the resolution of the machine's scheduler. */
  private static final Duration FLOOR = Duration.ofMillis(20);

  private static final int[] SIZES = {999, 1000, 1001};
  private static final String SMALL = "MCPBASH_MAX_TOOL_OUTPUT_SIZE";

  private static void project(ProjectFixture project) {
    project
        .tool("stdout", "exec head -c " + GIB + " /dev/zero\n")
        .tool("stderr", "exec head -c " + GIB + " /dev/zero >&2\n")
        .tool("both", "head -c " + GIB + " /dev/zero >&2 &\nhead -c " + GIB + " /dev/zero\nwait\n");
    for (int bytes : SIZES) {
      project.tool("stdout-" + bytes, "head -c " + bytes + " /dev/zero | tr '\\0' x\n");
      project.tool("stderr-" + bytes, "head -c " + bytes + " /dev/zero | tr '\\0' x >&2\n");
    }
  }

  @Test
  void it_is_ended_and_told_so_memory_stays_bounded_and_others_are_served_meanwhile() {
    try (Rig rig = start(3, launcher -> launcher)) {
      long before = Footprint.of(rig.process().pid()).residentKib();
      for (String tool : List.of("stdout", "stderr", "both")) {
        Job job = rig.sendTool(tool);
        Answer answer = rig.await(job);
        assertTrue(answer.isError(), answer.message().toString());
        assertTrue(
            answer.meta().path("reason").asString("").endsWith("-limit"),
            answer.message().toString());
        assertTrue(answer.text().contains(LIMIT), answer.text());
        rig.assertGone(job, McpClient.PATIENCE);
        long growth = Footprint.of(rig.process().pid()).peakKib() - before;
        System.out.printf("[measured] F10 flood of %s, memory grew by %d KiB%n", tool, growth);
        assertTrue(growth < GROWTH_KIB, "memory grew by %d KiB".formatted(growth));
      }
      rig.assertCalm();

      Percentiles idle = completions(rig).report("F10 completion, idle");
      List<Job> floods = new ArrayList<>();
      for (int i = 0; i < Size.repeat(6, 50); i++) {
        floods.add(rig.sendTool("both"));
      }
      Percentiles busy = completions(rig).report("F10 completion beside floods");
      Duration twice = idle.p99().multipliedBy(2);
      Mark.atMost("F10 a completion, p99", busy.p99(), twice.compareTo(FLOOR) > 0 ? twice : FLOOR);
      floods.forEach(job -> assertTrue(rig.await(job).isError()));
      rig.assertCalm();
    }
  }

  @Test
  void as_much_as_is_allowed_is_taken_and_one_byte_more_is_not() {
    try (Rig rig = start(1, launcher -> launcher.environment(SMALL, "1000"))) {
      for (int bytes : SIZES) {
        Answer out = rig.await(rig.sendTool("stdout-" + bytes));
        Answer err = rig.await(rig.sendTool("stderr-" + bytes));
        for (Answer answer : List.of(out, err)) {
          assertEquals(bytes > 1000, answer.isError(), answer.message().toString());
          assertFalse(answer.failed(), answer.message().toString());
        }
        if (bytes <= 1000) {
          assertEquals(bytes, out.text().length());
        }
      }
    }
  }

  private static Percentiles completions(Rig rig) {
    List<Duration> took = new ArrayList<>();
    for (int i = 0; i < Size.repeat(100, 500); i++) {
      Answer answer = rig.client().complete(Rig.FAST, "query", "x");
      assertEquals(List.of("ok"), answer.values(), answer.message().toString());
      took.add(answer.took());
    }
    return Percentiles.of(took);
  }

  private static Rig start(int helpers, UnaryOperator<Launcher> launcher) {
    return Rig.start(
            OutputFloodTests::project, each -> launcher.apply(each.workers(helpers, helpers)))
        .settled();
  }
}
