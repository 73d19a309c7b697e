package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.McpProcess;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Requests;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** After the end of input, what was asked before is answered, as {@code printf … | launcher} is. */
class LastAnswersTests {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration GONE_WITHIN = Duration.ofSeconds(2);

  /** Far longer than a server needs that ends at once. */
  private static final Duration STAYS = Duration.ofSeconds(1);

  /** More than a pipe holds, several times. */
  private static final int LARGE_BYTES = 300_000;

  private static final String LARGE = "head -c " + LARGE_BYTES + " /dev/zero | tr '\\0' v\n";

  /** Sixteen KiB a second for some seconds, and then what is left. */
  private static final String SLOWLY =
      "for page in {1..10}; do dd bs=4096 count=1 status=none; sleep 0.25; done; cat";

  private static final Duration SLOWLY_DONE = Duration.ofSeconds(60);

  private static final String QUESTION =
      "{\"message\":\"Who?\",\"mode\":\"form\",\"schema\":{\"type\":\"object\",\"properties\":{}}}";

  @Tag("promise")
  @Test
  void calls_that_run_or_wait_are_answered_however_slow_they_are_and_a_question_is_given_up() {
    try (Rig rig = start(launcher -> launcher)) {
      Job asking = rig.sendTool("asks");
      rig.client().asked("elicitation/create", 0);
      Job running = rig.beginTool("waits", 1);
      Job queued = rig.sendTool("waits");
      long list = rig.client().send("tools/list", Messages.json("{}"));
      rig.process().closeStdin();
      assertTrue(rig.await(asking).text().contains("error"));
      assertEquals(OptionalInt.empty(), rig.process().awaitExit(Deadline.in(STAYS)));
      rig.letThrough(running);
      rig.letThrough(rig.ready(queued, 1, PATIENCE));
      assertEquals("let through: go", rig.await(running).text().strip());
      assertEquals("let through: go", rig.await(queued).text().strip());
      assertEquals(1, rig.client().answers(list));
      assertEquals(OptionalInt.of(0), rig.process().awaitExit(Deadline.in(PATIENCE)));
    }
  }

  @Test
  void a_batch_and_what_comes_behind_it_are_answered_though_they_were_held_back() {
    try (Rig rig =
        Rig.start(
            Revision.V2025_03_26, LastAnswersTests::project, launcher -> launcher.workers(2, 2))) {
      rig.process().pauseReading();
      for (int i = 0; i < 3; i++) { // more than may wait for a client that does not read
        Job job = rig.ready(rig.sendTool("very-large"), 1, PATIENCE);
        rig.assertGone(job, PATIENCE);
      }
      rig.process()
          .sendLines(
              "["
                  + call(101, "takes-a-while")
                  + ",{\"jsonrpc\":\"2.0\",\"id\":102,\"method\":\"ping\"}]",
              call(103, "takes-a-while"),
              "{\"jsonrpc\":\"2.0\",\"id\":104,\"method\":\"tools/list\"}");
      rig.process().closeStdin();
      rig.process().resumeReading();
      assertEquals(OptionalInt.of(0), rig.process().awaitExit(Deadline.in(PATIENCE)));
      assertTrue(rig.process().transcript().awaitEnd(Deadline.in(PATIENCE)));
      for (int id = 101; id <= 104; id++) {
        assertEquals(1, rig.client().answers(id), "answers to " + id);
      }
    }
  }

  private static String call(int id, String tool) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\"}}"
        .formatted(id, tool);
  }

  @Test
  void a_client_that_is_gone_ends_everything_at_once() {
    try (Rig rig = start(launcher -> launcher)) {
      rig.beginTool("waits", 1);
      List<Proc> family = rig.family();
      rig.process().closeStdin();
      assertEquals(OptionalInt.empty(), rig.process().awaitExit(Deadline.in(STAYS)));
      long closed = System.nanoTime();
      rig.process().closeStdout();
      assertEquals(OptionalInt.of(1), rig.process().awaitExit(Deadline.in(PATIENCE)));
      Sighting sighting = rig.assertNothing(family, PATIENCE);
      Mark.atMost("until nothing is left", sighting.since(closed), GONE_WITHIN);
    }
  }

  @Test
  void a_client_that_reads_slowly_gets_everything(@TempDir Path folder) {
    Path project = ProjectFixture.in(folder).tool("large", LARGE).write();
    Launcher slow =
        Launcher.packaged()
            .project(project)
            .with("--allow", "*")
            .by("/bin/bash", "-c", "set -o pipefail; \"$@\" | { " + SLOWLY + "; }", "bash");
    try (McpProcess process = slow.start()) {
      process.sendLine(
          Requests.request("1", "tools/call", "'name':'large'," + Requests.ENVELOPE)
              .replace('\'', '"'));
      process.closeStdin();
      Line answer = process.transcript().awaitResponse("1", Deadline.in(SLOWLY_DONE)).orElseThrow();
      JsonNode message = answer.json().orElseThrow();
      assertEquals(LARGE_BYTES, new Answer(message, Duration.ZERO).text().length());
      assertEquals(OptionalInt.of(0), process.awaitExit(Deadline.in(PATIENCE)));
    }
  }

  @Test
  void a_client_that_reads_no_more_keeps_the_server_no_longer_than_it_may() {
    try (Rig rig = start(launcher -> launcher.with("--finish", "0.5"))) {
      rig.process().pauseReading();
      Job job = rig.ready(rig.sendTool("large"), 1, PATIENCE);
      rig.assertGone(job, PATIENCE);
      List<Proc> family = rig.family();
      rig.process().closeStdin();
      assertEquals(OptionalInt.of(1), rig.process().awaitExit(Deadline.in(PATIENCE)));
      rig.assertNothing(family, PATIENCE);
      rig.process().stderr().assertSays("answers are lost: the client did not read them");
    }
  }

  private static void project(ProjectFixture project) {
    project
        .tool("waits", "{'timeoutSecs':300}", ToolScripts.WAIT)
        .tool("takes-a-while", "sleep 0.3\necho done\n")
        .tool("very-large", ToolScripts.READY + "head -c 4000000 /dev/zero | tr '\\0' v\nready\n")
        .tool("large", ToolScripts.READY + LARGE + "ready\n")
        .tool(
            "asks",
            ToolScripts.READY
                + ToolScripts.ASK
                + "ask elicit '"
                + QUESTION
                + "'\nprintf '%s' \"$answer\"\n");
  }

  /** One helper for tools, and one that is kept for shorter jobs. */
  private static Rig start(UnaryOperator<Launcher> more) {
    return Rig.start(
        Revision.V2025_11_25,
        "{'elicitation':{}}",
        LastAnswersTests::project,
        launcher -> more.apply(launcher.workers(2, 2)));
  }
}
