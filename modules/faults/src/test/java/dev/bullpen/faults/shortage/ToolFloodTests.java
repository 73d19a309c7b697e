package dev.bullpen.faults.shortage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** F23: far more tools are called than can run. */
@Tag("F23")
class ToolFloodTests {
  private static final int HELPERS = 3;

  /** One helper is kept for shorter jobs. */
  private static final int RUNNING = HELPERS - 1;

  private static final int CALLS = 200;
  private static final int RATE = 20;
  private static final int BURST = 500;
  private static final int TOO_MANY = 42900;
  private static final Duration WITHIN = Duration.ofMillis(20);

  private static void project(ProjectFixture project) {
    project.tool("hold", ToolScripts.HOLD).tool("hello", ToolScripts.HELLO);
  }

  @Test
  void pings_lists_completions_and_cancels_do_not_wait_for_them() {
    try (Rig rig = start()) {
      List<Job> jobs = new ArrayList<>();
      for (int i = 0; i < RUNNING; i++) {
        jobs.add(rig.beginTool("hold", 1));
      }
      Stream.generate(() -> rig.sendTool("hold")).limit(CALLS).forEach(jobs::add);
      List<Duration> took = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        took.add(rig.client().ping().took());
        took.add(rig.client().call("tools/list", Messages.json("{}")).took());
        took.add(rig.client().complete(Rig.FAST, "query", "x").took());
      }
      Percentiles percentiles = Percentiles.of(took).report("F23 beside 200 calls of tools");
      Mark.atMost("F23 beside a flood of tools, p50", percentiles.p50(), WITHIN);

      // The waiting ones first: a helper that is free sooner than the next cancel would start one.
      for (int i = jobs.size() - 1; i >= 0; i--) {
        rig.client().cancel(jobs.get(i).id());
      }
      for (Job job : jobs) {
        rig.assertGone(job, McpClient.PATIENCE);
        assertEquals(0, rig.client().answers(job.id()));
      }
      Job last = jobs.get(jobs.size() - 1);
      assertEquals(List.of(), rig.gate().await(last.token(), 1, Deadline.in(Duration.ZERO)));
      assertEquals("hello\n", rig.client().callTool("hello", "{}").text());
      rig.assertCalm();
    }
  }

  @Test
  void who_came_first_is_served_first() {
    try (Rig rig = start()) {
      List<Job> jobs = Stream.generate(() -> rig.sendTool("hold")).limit(2 * RUNNING).toList();
      jobs.stream().limit(RUNNING).forEach(job -> rig.ready(job, 1, McpClient.PATIENCE));
      for (int i = 0; i < RUNNING; i++) {
        rig.client().cancel(jobs.get(i).id());
        rig.ready(jobs.get(RUNNING + i), 1, McpClient.PATIENCE);
      }
      jobs.forEach(job -> rig.client().cancel(job.id()));
      rig.assertCalm();
    }
  }

  @Test
  void tl_29_a_tool_that_has_its_share_of_calls_leaves_the_others_theirs() {
    try (Rig rig =
        Rig.start(
                ToolFloodTests::project,
                launcher -> launcher.workers(HELPERS, HELPERS).with("--calls-per-tool", "1"))
            .settled()) {
      Job held = rig.beginTool("hold", 1);
      Answer refused = rig.await(rig.sendTool("hold"));
      assertEquals(TOO_MANY, refused.code().orElse(0), refused.message().toString());
      assertEquals("hello\n", rig.client().callTool("hello", "{}").text());
      rig.client().cancel(held.id());
      rig.assertGone(held, McpClient.PATIENCE);
      Job next = rig.beginTool("hold", 1);
      rig.client().cancel(next.id());
      rig.assertCalm();
    }
  }

  @Test
  void tl_29_beyond_beyond_the_rate_there_is_an_error_and_later_service_again() {
    try (Rig rig =
        Rig.start(
                ToolFloodTests::project,
                launcher -> launcher.workers(2, 2).with("--tool-rate", Integer.toString(RATE)))
            .settled()) {
      List<Job> burst = Stream.generate(() -> rig.sendTool("hello")).limit(BURST).toList();
      List<Answer> refused = burst.stream().map(rig::await).filter(Answer::failed).toList();
      assertTrue(refused.size() > BURST / 2, refused.size() + " were refused");
      assertTrue(refused.size() < BURST, "all were refused");
      for (Answer answer : refused) {
        assertEquals(TOO_MANY, answer.code().orElse(0), answer.message().toString());
      }
      assertTrue(
          Poll.until(
              Deadline.in(McpClient.PATIENCE),
              () -> !rig.client().callTool("hello", "{}").failed()),
          "nothing is served after the burst");
    }
  }

  private static Rig start() {
    return Rig.start(
            ToolFloodTests::project,
            launcher -> launcher.workers(HELPERS, HELPERS).with("--tool-grace", "0"))
        .settled();
  }
}
