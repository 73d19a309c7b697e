package dev.bullpen.faults.shortage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Footprint;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** F13: the client stops reading for a while, and answers are more than a pipe can hold. */
@Tag("F13")
@Tag("promise")
class ClientStopsReadingTests {
  private static final int BIG_ANSWERS = 50;
  private static final int VALUES = 100;
  private static final int READY = 10;
  private static final int TAKEN_BACK = 5;

  /** Fifty answers of a hundred such values are 5 MB. */
  private static final int VALUE_BYTES = 1000;

  private static final Duration GONE_WITHIN = Duration.ofMillis(500);
  private static final long GROWTH_KIB = 64 * 1024;
  private static final String BIG =
      "v=$(head -c "
          + VALUE_BYTES
          + " /dev/zero | tr '\\0' v)\nprintf '['\ni=1\nwhile [ $i -lt "
          + VALUES
          + " ]; do printf '\"%s %d\",' $v $i; i=$((i+1)); done\nprintf '\"last\"]\\n'\n";
  private static final int CALLS = Size.repeat(25, 50);

  /** More than a pipe can hold has been said when so many have ended. */
  private static final int ENDED = 10;

  /** Fifty answers of that length are 5 MB, and more than a thousand of their reports 8 MB. */
  private static final int TEXT_BYTES = 100_000;

  private static final int REPORTS = 1_000;

  @Test
  void nothing_is_lost_and_cancels_still_work() {
    try (Rig rig =
        Rig.start(
                project -> project.provider("big", Scripts.READY + BIG + "ready\n"),
                launcher -> launcher.workers(3, 3))
            .settled()) {
      Job held = rig.begin(Rig.HOLD, 1);
      long before = Footprint.of(rig.process().pid()).residentKib();
      rig.process().pauseReading();
      List<Job> jobs = Stream.generate(() -> rig.send("big")).limit(BIG_ANSWERS).toList();
      // More than the pipe can hold has been answered when ten of them have run.
      jobs.stream().limit(READY).forEach(job -> rig.ready(job, 1, McpClient.PATIENCE));

      // Behind what the pipe holds: these have been answered, and nobody has written it yet.
      List<Job> takenBack = jobs.subList(READY - TAKEN_BACK, READY);
      for (Job job : takenBack) {
        rig.assertGone(job, McpClient.PATIENCE);
        rig.client().cancel(job.id());
      }
      // What comes before has been read when this has been.
      long cancelled = rig.client().cancel(held.id());
      Sighting sighting = rig.assertGone(held, McpClient.PATIENCE);
      Mark.atMost(
          "F13 a cancel while the client reads nothing", sighting.since(cancelled), GONE_WITHIN);
      long ping = rig.client().send("ping", Messages.json("{}"));

      rig.process().resumeReading();
      List<Job> wanted = new ArrayList<>(jobs);
      wanted.removeAll(takenBack);
      for (Job job : wanted) {
        assertEquals(VALUES, rig.client().await(job.id(), McpClient.PATIENCE).values().size());
        assertEquals(1, rig.client().answers(job.id()));
      }
      assertTrue(!rig.client().await(ping, McpClient.PATIENCE).failed());
      assertEquals(0, rig.client().answers(held.id()));
      takenBack.forEach(job -> assertEquals(0, rig.client().answers(job.id()), job.toString()));
      long growth = Footprint.of(rig.process().pid()).peakKib() - before;
      System.out.printf("[measured] F13 the client reads nothing, memory grew by %d KiB%n", growth);
      assertTrue(growth < GROWTH_KIB, "memory grew by %d KiB".formatted(growth));
      rig.assertCalm();
    }
  }

  private static void project(ProjectFixture project) {
    project
        .tool("hold", ToolScripts.HOLD)
        .tool(
            "talks",
            ToolScripts.READY
                + ToolScripts.SAY
                + "i=0; while [ $i -lt "
                + REPORTS
                + " ]; do i=$((i+1)); progress $i ',\"message\":\"some more words\"'; done\n"
                + "head -c "
                + TEXT_BYTES
                + " /dev/zero | tr '\\0' v\nready\n");
  }

  @Tag("slow")
  @Test
  void no_answer_of_tools_that_report_progress_is_lost_and_cancels_still_work() {
    try (Rig rig =
        Rig.start(
                ClientStopsReadingTests::project,
                launcher ->
                    launcher
                        .workers(4, 4)
                        .with("--tool-grace", "0")
                        .environment("MCPBASH_MAX_PROGRESS_PER_MIN", "0"))
            .settled()) {
      Job held = rig.beginTool("hold", 1);
      long before = Footprint.of(rig.process().pid()).residentKib();
      rig.process().pauseReading();
      List<Job> jobs = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) {
        jobs.add(rig.sendTool("talks", Messages.json("{'_meta':{'progressToken':%d}}", i)));
      }
      jobs.stream().limit(ENDED).forEach(job -> rig.ready(job, 1, McpClient.PATIENCE));

      long cancelled = rig.client().cancel(held.id());
      Sighting sighting = rig.assertGone(held, McpClient.PATIENCE);
      Mark.atMost(
          "F13 a cancel while the client reads nothing", sighting.since(cancelled), GONE_WITHIN);

      rig.process().resumeReading();
      for (Job job : jobs) {
        Answer answer = rig.client().await(job.id(), Duration.ofSeconds(60));
        assertEquals(TEXT_BYTES, answer.text().length(), answer.code().toString());
        assertEquals(1, rig.client().answers(job.id()));
      }
      assertTrue(!rig.client().ping().failed());
      assertEquals(0, rig.client().answers(held.id()));
      int heard = rig.process().transcript().heard("notifications/progress").size();
      long growth = Footprint.of(rig.process().pid()).peakKib() - before;
      System.out.printf(
          "[measured] F13 the client reads nothing: %d of %d reports arrived, memory grew by %d KiB%n",
          heard, CALLS * REPORTS, growth);
      assertTrue(growth < GROWTH_KIB, "memory grew by %d KiB".formatted(growth));
      rig.assertCalm();
    }
  }
}
