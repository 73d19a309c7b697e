package dev.bullpen.faults.cancel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * A cancelled tool is ended, with time to put its things away, and never answered: CN-01 to CN-06.
 */
class ToolCancelTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(ToolCancelTests::project, launcher -> launcher.workers(2, 2));

  private static final Duration GRACE = Duration.ofSeconds(2);

  /** Seconds: nobody who waits them out can pass, however busy the machine is. */
  private static final String ABSURD = "100000";

  private static final Duration OVER_GRACE = Duration.ofMillis(300);
  private static final Duration SOON = McpClient.PATIENCE;

  /** Ready when its child sleeps: until then the child may take a TERM for the shell it was. */
  private static final String SLEEPS =
      "sleep %1$s &\nuntil [ \"$(tr '\\0' ' ' </proc/$!/cmdline)\" = 'sleep %1$s ' ]; do :; done\nready; wait\n"
          .formatted(Scripts.SLEEP_SECONDS);

  private static void project(ProjectFixture project) {
    project
        .tool("hold", ToolScripts.HOLD)
        .tool("family", ToolScripts.TWO_CHILDREN)
        .tool("daemon", ToolScripts.DAEMON)
        .tool("stubborn", ToolScripts.READY + "trap '' TERM\n" + SLEEPS)
        .tool(
            "tidy",
            ToolScripts.READY
                + "trap '[ -e \"$MCP_CANCEL_FILE\" ] && ready told; ready tidied; exit 0' TERM\n"
                + "[ -e \"$MCP_CANCEL_FILE\" ] && ready too-early\n"
                + SLEEPS);
  }

  static Stream<Revision> revisions() {
    return Size.first(
        2,
        Revision.V2025_11_25,
        Revision.V2026_07_28,
        Revision.V2024_11_05,
        Revision.V2025_03_26,
        Revision.V2025_06_18);
  }

  @ParameterizedTest
  @MethodSource("revisions")
  void cn_01_a_tool_and_a_completion_are_ended_and_not_answered(Revision revision) {
    Rig rig = RIGS.of(revision);
    for (Job job : List.of(rig.beginTool("family", 2), rig.begin(Rig.HOLD, 1))) {
      rig.client().cancel(job.id());
      rig.assertGone(job, SOON);
      rig.client().ping(); // what was on its way has come
      assertEquals(0, rig.client().answers(job.id()));
    }
  }

  @Needs("setsid")
  @Test
  void cn_01_a_daemon_it_started_goes_with_it() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Job job = rig.beginTool("daemon", 2);
    rig.client().cancel(job.id());
    rig.assertGone(job, SOON);
  }

  @Test
  void it_is_told_and_may_put_its_things_away() {
    try (Rig rig = start("--tool-grace", ABSURD)) {
      Job job = rig.beginTool("tidy", 1);
      rig.client().cancel(job.id());
      assertEquals(
          List.of("", "told", "tidied"), rig.gate().await(job.token(), 3, Deadline.in(SOON)));
      Sighting sighting = rig.awaitGone(job, SOON);
      // Its child has heard TERM as well, so nothing makes anybody wait for the end of the grace.
      assertTrue(sighting.none(), sighting.toString());
      rig.assertCalm();
    }
  }

  @Test
  void who_ignores_that_is_ended_when_the_grace_is_over() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Job job = rig.beginTool("stubborn", 1);
    long cancelled = rig.client().cancel(job.id());
    Sighting sighting = rig.assertGone(job, Duration.ofSeconds(10));
    assertTrue(sighting.since(cancelled).compareTo(GRACE) >= 0, "ended before: " + sighting);
    Mark.atMost("a stubborn tool", sighting.since(cancelled), GRACE.plus(OVER_GRACE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"'text'", "'7'", "''", "9007199254740993"})
  void cn_02_an_id_of_any_kind_can_be_cancelled(String id) {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    String token = rig.freshToken();
    ObjectNode call =
        Messages.request(0, "tools/call", Messages.callTool("hold", "{'token':'" + token + "'}"));
    call.set("id", Messages.value(id));
    rig.process().send(call);
    Job job = rig.ready(new Job(0, token, List.of()), 1, McpClient.PATIENCE);
    rig.process()
        .send(
            Messages.notification(
                "notifications/cancelled", Messages.json("{'requestId':%s}", id)));
    rig.assertGone(job, SOON);
    assertEquals(0, rig.process().transcript().responses(Messages.value(id).toString()).size());
  }

  @Test
  void cn_02_and_cn_03_an_id_of_another_type_that_of_the_handshake_and_nonsense_cancel_nothing() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Job job = rig.begin(Rig.HOLD, 1);
    for (String params :
        List.of(
            "{'requestId':'" + job.id() + "'}",
            "{'requestId':" + job.id() + ".5}",
            "{'requestId':[" + job.id() + "]}",
            "{'requestId':null}",
            "{'requestId':1}",
            "{'reason':'none'}",
            "{}")) {
      rig.process().send(Messages.notification("notifications/cancelled", Messages.json(params)));
    }
    rig.client().ping(); // all of them have been read
    assertFalse(rig.awaitGone(job, Duration.ofMillis(300)).none(), "it was cancelled");
    rig.client().cancel(job.id());
    rig.client().cancel(job.id()); // once more does no harm
    rig.assertGone(job, SOON);
    rig.client().cancel(job.id()); // nor when it is over
  }

  @Test
  void who_waits_for_a_helper_never_starts() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Job running = rig.beginTool("hold", 1);
    Job waiting = rig.sendTool("hold");
    Job next = rig.sendTool("hold");
    rig.client().cancel(waiting.id());
    rig.client().cancel(running.id());
    rig.ready(next, 1, SOON);
    rig.client().cancel(next.id());
    rig.assertGone(next, SOON);
    assertEquals(List.of(), rig.gate().await(waiting.token(), 1, Deadline.in(Duration.ZERO)));
    assertEquals(0, rig.client().answers(waiting.id()));
  }

  /** One helper for tools, and one that is kept for shorter jobs. */
  private static Rig start(String... further) {
    return Rig.start(ToolCancelTests::project, launcher -> launcher.workers(2, 2).with(further))
        .settled();
  }
}
