package dev.bullpen.faults.shortage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.fixture.PromptScripts;
import dev.bullpen.testkit.fixture.ResourceScripts;
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

/** F23: every helper that long jobs may take is taken, and more of them wait. */
@Tag("F23")
@Tag("promise")
class LongLaneBusyTests {
  private static final int HELPERS = 4;
  private static final int LONG_JOBS = 8;

  /** One helper is kept for short jobs. */
  private static final int RUNNING = HELPERS - 1;

  private static final Duration PING_WITHIN = Duration.ofMillis(20);

  /** A ratio of two tails says nothing below the resolution of the machine's scheduler. */
  private static final Duration FLOOR = Duration.ofMillis(20);

  @Test
  void short_jobs_pings_and_cancels_do_not_wait_for_long_ones() {
    try (Rig rig = start("")) {
      Percentiles idle = shortJobs(rig).report("F23 short completion, idle");
      List<Job> jobs = longJobs(rig);
      Percentiles busy = shortJobs(rig).report("F23 short completion, long lane busy");
      Duration twice = idle.p99().multipliedBy(2);
      Mark.atMost(
          "F23 a short completion, p99", busy.p99(), twice.compareTo(FLOOR) > 0 ? twice : FLOOR);

      List<Duration> pings = new ArrayList<>();
      for (Job job : jobs) {
        rig.client().cancel(job.id());
        pings.add(rig.client().ping().took());
      }
      Percentiles pinged = Percentiles.of(pings).report("F23 cancel and ping, long lane busy");
      Mark.atMost("F23 a ping after a cancel", pinged.max(), PING_WITHIN);
      for (Job job : jobs) {
        rig.assertGone(job, McpClient.PATIENCE);
        assertEquals(0, rig.client().answers(job.id()));
      }
      rig.assertCapacity(HELPERS);
      rig.assertCalm();
    }
  }

  @Test
  void prompts_and_resources_do_not_wait_for_tools() {
    try (Rig rig = start("")) {
      List<Job> jobs = Stream.generate(() -> rig.sendTool("hold")).limit(LONG_JOBS).toList();
      jobs.stream().limit(RUNNING).forEach(job -> rig.ready(job, 1, McpClient.PATIENCE));
      Answer prompt = rig.client().call("prompts/get", PromptScripts.get("asked", "{}"));
      assertFalse(prompt.failed(), prompt.message().toString());
      Answer resource =
          rig.client().call("resources/read", Json.object().put("uri", "printed://it"));
      assertFalse(resource.failed(), resource.message().toString());
      jobs.forEach(job -> rig.client().cancel(job.id()));
      rig.assertCalm();
    }
  }

  @Test
  void what_waits_runs_when_a_long_job_makes_room() {
    try (Rig rig = start("")) {
      List<Job> jobs = longJobs(rig);
      rig.client().cancel(jobs.get(0).id());
      rig.ready(jobs.get(RUNNING), 1, McpClient.PATIENCE);
      rig.client().cancel(jobs.get(RUNNING + 1).id()); // this one waits: it must never run
      rig.client().cancel(jobs.get(1).id());
      rig.ready(jobs.get(RUNNING + 2), 1, McpClient.PATIENCE);
      assertEquals(
          List.of(),
          rig.gate().await(jobs.get(RUNNING + 1).token(), 1, Deadline.in(Duration.ZERO)));
      jobs.forEach(job -> rig.client().cancel(job.id()));
      rig.assertCalm();
    }
  }

  @Test
  void control_without_lanes_short_jobs_wait() {
    try (Rig rig = start("lanes")) {
      List<Job> jobs = Stream.generate(() -> rig.send("long")).limit(LONG_JOBS).toList();
      jobs.stream().limit(HELPERS).forEach(job -> rig.ready(job, 1, McpClient.PATIENCE));
      Job late = rig.send(Rig.FAST);
      assertTrue(
          rig.process()
              .transcript()
              .awaitResponse(Long.toString(late.id()), Deadline.in(Duration.ofSeconds(1)))
              .isEmpty(),
          "the control shows nothing: the short job was served");
    }
  }

  private static Rig start(String off) {
    return Rig.start(
            LongLaneBusyTests::project, launcher -> launcher.workers(HELPERS, HELPERS).off(off))
        .settled();
  }

  private static void project(ProjectFixture project) {
    project.provider("long", ProjectFixture.LONG_SECONDS, Scripts.HOLD);
    project.tool("hold", ToolScripts.HOLD);
    PromptScripts.add(project, "asked", "echo asked");
    ResourceScripts.add(project, "printed", "echo printed");
  }

  /** In the order they were asked for; the first {@link #RUNNING} run. */
  private static List<Job> longJobs(Rig rig) {
    List<Job> jobs = Stream.generate(() -> rig.send("long")).limit(LONG_JOBS).toList();
    jobs.stream().limit(RUNNING).forEach(job -> rig.ready(job, 1, Duration.ofSeconds(20)));
    return jobs;
  }

  private static Percentiles shortJobs(Rig rig) {
    List<Duration> took = new ArrayList<>();
    for (int i = 0; i < Size.repeat(100, 1000); i++) {
      Answer answer = rig.client().complete(Rig.FAST, "query", "short");
      assertEquals(List.of("ok"), answer.values(), answer.message().toString());
      took.add(answer.took());
    }
    return Percentiles.of(took);
  }
}
