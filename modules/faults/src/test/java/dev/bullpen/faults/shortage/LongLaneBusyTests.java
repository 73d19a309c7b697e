package dev.bullpen.faults.shortage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.PromptScripts;
import dev.bullpen.testkit.fixture.ResourceScripts;
import dev.bullpen.testkit.fixture.Rigs;
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
import org.junit.jupiter.api.extension.RegisterExtension;

/** F23: every helper that long jobs and tools may take is taken, and more of them wait. */
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

  private static final int CALLS = Size.repeat(50, 200);
  private static final int RATE = 20;
  private static final int BURST = 500;
  private static final int TOO_MANY = 42900;
  private static final int DENIED = -32602;

  private static final Duration DENIED_WITHIN = Duration.ofMillis(100);

  private static final Duration WITHIN = Duration.ofMillis(20);

  @RegisterExtension
  static final Rigs RIGS = new Rigs(LongLaneBusyTests::project, LongLaneBusyTests::of);

  @Test
  void short_jobs_pings_and_cancels_do_not_wait_for_long_ones() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
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

  @Tag("slow")
  @Test
  void prompts_and_resources_do_not_wait_for_tools() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    List<Job> jobs = Stream.generate(() -> rig.sendTool("hold")).limit(LONG_JOBS).toList();
    jobs.stream().limit(RUNNING).forEach(job -> rig.ready(job, 1, McpClient.PATIENCE));
    Answer prompt = rig.client().call("prompts/get", PromptScripts.get("asked", "{}"));
    assertFalse(prompt.failed(), prompt.message().toString());
    Answer resource = rig.client().call("resources/read", Json.object().put("uri", "printed://it"));
    assertFalse(resource.failed(), resource.message().toString());
    jobs.forEach(job -> rig.client().cancel(job.id()));
    rig.assertCalm();
  }

  @Test
  void what_waits_runs_when_a_long_job_makes_room() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    List<Job> jobs = longJobs(rig);
    rig.client().cancel(jobs.get(0).id());
    rig.ready(jobs.get(RUNNING), 1, McpClient.PATIENCE);
    rig.client().cancel(jobs.get(RUNNING + 1).id()); // this one waits: it must never run
    rig.client().cancel(jobs.get(1).id());
    rig.ready(jobs.get(RUNNING + 2), 1, McpClient.PATIENCE);
    assertEquals(
        List.of(), rig.gate().await(jobs.get(RUNNING + 1).token(), 1, Deadline.in(Duration.ZERO)));
    jobs.forEach(job -> rig.client().cancel(job.id()));
    rig.assertCalm();
  }

  @Tag("slow")
  @Test
  void control_without_lanes_short_jobs_wait() {
    try (Rig rig = Rig.start(LongLaneBusyTests::project, launcher -> of(launcher).off("lanes"))) {
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

  private static Launcher of(Launcher launcher) {
    return launcher
        .workers(HELPERS, HELPERS)
        .with("--tool-grace", "0")
        .environment("MCPBASH_TOOL_ALLOWLIST", "hold hello");
  }

  private static void project(ProjectFixture project) {
    project.provider("long", ProjectFixture.LONG_SECONDS, Scripts.HOLD);
    project
        .tool("hold", ToolScripts.HOLD)
        .tool("hello", ToolScripts.HELLO)
        .tool("denied", ToolScripts.HELLO);
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

  @Tag("slow")
  @Test
  void pings_lists_completions_and_cancels_do_not_wait_for_them() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
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
    Percentiles percentiles =
        Percentiles.of(took).report("F23 beside %d calls of tools".formatted(CALLS));
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

  @Test
  void a_call_that_is_denied_is_answered_at_once_though_every_place_is_taken_and_more_wait() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    List<Job> jobs = Stream.generate(() -> rig.sendTool("hold")).limit(4 * RUNNING).toList();
    jobs.stream().limit(RUNNING).forEach(job -> rig.ready(job, 1, McpClient.PATIENCE));
    Job waiting = rig.sendTool("hello"); // the control: one that is allowed waits for a place
    Answer denied = rig.client().callTool("denied", "{}");
    assertEquals(DENIED, denied.code().orElse(0), denied.message().toString());
    Mark.atMost("F23 a call that is denied", denied.took(), DENIED_WITHIN);
    assertEquals(0, rig.client().answers(waiting.id()), "a place was free");
    rig.client().cancel(waiting.id());
    for (int i = jobs.size() - 1; i >= 0; i--) {
      rig.client().cancel(jobs.get(i).id());
    }
    jobs.forEach(job -> rig.assertGone(job, McpClient.PATIENCE));
    rig.assertCalm();
  }

  @Tag("slow")
  @Test
  void tl_29_a_tool_that_has_its_share_of_calls_leaves_the_others_theirs() {
    try (Rig rig =
        Rig.start(
                LongLaneBusyTests::project,
                launcher -> launcher.workers(RUNNING, RUNNING).with("--calls-per-tool", "1"))
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

  @Tag("slow")
  @Test
  void tl_29_beyond_beyond_the_rate_there_is_an_error_and_later_service_again() {
    try (Rig rig =
        Rig.start(
                LongLaneBusyTests::project,
                launcher -> launcher.workers(1, 1).with("--tool-rate", Integer.toString(RATE)))
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
}
