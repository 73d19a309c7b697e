package dev.bullpen.faults.cancel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** A tool has its time and no more, and the client is told why it ended. */
class ToolTimeoutTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(ToolTimeoutTests::project, launcher -> launcher.workers(3, 3));

  private static final String RAISE =
      ". Raise \"timeoutSecs\" in its tool.meta.json if it needs longer.";

  private static final Duration GONE_WITHIN = Duration.ofMillis(2500);

  /**
   * Reports progress every 0.2 s, twenty times in four seconds or for ever; a busy machine may hold
   * it up for longer than a second.
   */
  private static String reporting(int times) {
    return ToolScripts.SAY
        + "i=0\nwhile [ $i -lt "
        + times
        + " ]; do i=$((i+1)); progress $i; sleep 0.2; done\necho finished\n";
  }

  /** The same by the SDK, which watches what a command says. */
  private static String watching() {
    return "#!/bin/bash\nsource \"$MCP_SDK/tool-sdk.sh\"\n"
        + "mcp_run_with_progress --pattern step --quiet -- "
        + "bash -c 'for i in {1..20}; do echo step $i >&2; sleep 0.2; done'\necho finished\n";
  }

  private static void project(ProjectFixture project) {
    String extends3 = "{'timeoutSecs':3,'progressExtendsTimeout':true";
    project
        .tool("slow", "{'timeoutSecs':3}", ToolScripts.TWO_CHILDREN)
        .tool("hinted", "{'timeoutSecs':1,'timeoutHint':'Use less.'}", ToolScripts.HOLD)
        .tool("patient", "{'timeoutSecs':300}", ToolScripts.HOLD)
        .tool("unlimited", ToolScripts.HOLD)
        .tool("reporting", extends3 + "}", reporting(20))
        .tool(
            "reporting-in-vain", "{'timeoutSecs':3,'progressExtendsTimeout':false}", reporting(20))
        .tool("watching", extends3 + "}", watching())
        .tool("idle", extends3 + "}", ToolScripts.HOLD)
        .tool("endless", extends3 + ",'maxTimeoutSecs':4}", reporting(10_000));
  }

  @Test
  void in_every_revision_the_answer_says_so_and_nothing_is_left() {
    List<Revision> revisions =
        Size.first(
                2,
                Revision.V2025_11_25,
                Revision.V2026_07_28,
                Revision.V2025_03_26,
                Revision.V2025_06_18)
            .toList();
    revisions.forEach(RIGS::of);
    Map<Revision, Job> jobs = new EnumMap<>(Revision.class);
    revisions.forEach(revision -> jobs.put(revision, RIGS.of(revision).beginTool("slow", 2)));
    jobs.forEach(ToolTimeoutTests::assertTimedOut);
  }

  private static void assertTimedOut(Revision revision, Job job) {
    Rig rig = RIGS.of(revision);
    Answer answer = rig.await(job);
    assertTrue(answer.isError(), answer.message().toString());
    assertEquals("Tool timed out after 3s" + RAISE, answer.text());
    assertEquals("timeout", answer.meta().path("reason").asString(""));
    if (revision.compareTo(Revision.V2025_06_18) >= 0) {
      assertFalse(answer.structured().path("success").asBoolean(true));
      JsonNode error = answer.structured().path("error");
      assertEquals("timeout", error.path("type").asString(""), answer.message().toString());
      assertEquals(3, error.path("timeoutSecs").asInt(0));
      assertEquals("fixed", error.path("reason").asString(""));
    }
    Mark.atMost("a timeout of 3 s", answer.took(), Duration.ofMillis(3500));
    rig.assertGone(job, Mark.slack(GONE_WITHIN));
  }

  @Test
  void the_author_may_add_a_hint_or_a_most_the_caller_says_how_long_and_silence_gives_no_time() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Rig stateless = RIGS.of(Revision.V2026_07_28);
    Job endless = rig.sendTool("endless");
    Job idle = stateless.sendTool("idle");
    Job hinted = rig.sendTool("hinted");
    Job patient = stateless.sendTool("patient", Messages.json("{'timeoutSecs':1}"));
    Answer hint = rig.await(hinted);
    assertEquals("Tool timed out after 1s\n\nSuggestion: Use less.", hint.text());
    assertEquals("Use less.", hint.structured().path("error").path("hint").asString(""));
    assertEquals("Tool timed out after 1s" + RAISE, stateless.await(patient).text());
    Answer silent = stateless.await(idle);
    assertEquals("Tool timed out after 3s (no progress reported)" + RAISE, silent.text());
    assertEquals("idle", silent.structured().path("error").path("reason").asString(""));
    Answer most = rig.await(endless);
    assertEquals("Tool exceeded maximum runtime of 4s", most.text());
    assertEquals("max_exceeded", most.structured().path("error").path("reason").asString(""));
    assertTrue(most.took().toMillis() >= 4000, most.took().toString());
    Mark.atMost("a most of 4 s", most.took(), Duration.ofMillis(4500));
    rig.assertGone(endless, Mark.slack(GONE_WITHIN));
  }

  @Test
  void without_a_time_of_its_own_the_default_counts_in_digits_that_programs_read() {
    try (Rig rig =
        Rig.start(
            ToolTimeoutTests::project,
            launcher ->
                launcher
                    .workers(1, 1)
                    .environment("MCPBASH_DEFAULT_TOOL_TIMEOUT", "1")
                    .environment("BULLPEN_JAVA_OPTS", "-Duser.language=fa -Duser.country=IR"))) {
      Answer answer = rig.await(rig.sendTool("unlimited"));
      assertEquals("Tool timed out after 1s" + RAISE, answer.text(), answer.message().toString());
    }
  }

  @Test
  void the_default_is_half_a_minute() {
    assumeTrue(Size.asked() == Size.FULL, "it takes half a minute");
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Answer answer = rig.client().await(rig.sendTool("unlimited").id(), Duration.ofSeconds(60));
    assertEquals("Tool timed out after 30s" + RAISE, answer.text(), answer.message().toString());
    assertTrue(answer.took().toSeconds() >= 30, answer.took().toString());
  }

  @Test
  void progress_gives_more_time_if_the_author_wants_that() {
    Rig rig = RIGS.of(Revision.V2026_07_28);
    Job reporting = rig.sendTool("reporting", Messages.json("{'_meta':{'progressToken':1}}"));
    Job watching = rig.sendTool("watching");
    Job inVain = rig.sendTool("reporting-in-vain");
    Answer answer = rig.await(reporting);
    assertEquals("finished\n", answer.text(), answer.message().toString());
    assertTrue(answer.took().toMillis() > 3000, answer.took().toString());
    assertEquals("finished\n", rig.await(watching).text(), "no client has asked to hear of it");
    assertEquals("Tool timed out after 3s" + RAISE, rig.await(inVain).text());
  }
}
