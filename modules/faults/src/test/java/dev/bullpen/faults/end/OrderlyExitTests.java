package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Transcript;
import dev.bullpen.testkit.fixture.End;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** End of input, SIGTERM and SIGINT: the server ends in order and takes everything with it. */
class OrderlyExitTests {
  private static final int JOBS = Size.repeat(3, 5);
  private static final Duration PATIENCE = McpClient.PATIENCE;

  private static final Duration GONE_WITHIN = Duration.ofSeconds(2);

  private static final String TELLS_ITS_MARK =
      Scripts.READY + "ready \"$BULLPEN_SESSION\"\nexec sleep " + Scripts.SLEEP_SECONDS + "\n";

  static Stream<End> ends() {
    return Size.first(1, End.END_OF_INPUT, End.TERM, End.INT);
  }

  @ParameterizedTest
  @MethodSource("ends")
  void an_idle_server_takes_its_helpers_with_it(End end) {
    try (Rig rig = start(2, "60").settled()) {
      assertEnds(rig, end, end.code);
    }
  }

  @Tag("promise")
  @Needs("setsid")
  @ParameterizedTest
  @EnumSource(End.class)
  void a_busy_server_takes_all_with_it_scripts_daemons_and_what_carries_its_mark(End end) {
    try (Rig rig = start(JOBS, "0")) {
      rig.beginTool("tool", 2);
      rig.begin("daemon", 2);
      for (int more = 3; more < JOBS; more++) {
        rig.begin("family", 2);
      }
      Job job = rig.begin("tells-its-mark", 1);
      try (Elsewhere elsewhere = Elsewhere.with("BULLPEN_SESSION", job.ready().get(0))) {
        assertEnds(rig, end, end.codeWhenBusy);
        assertTrue(elsewhere.ends(Duration.ZERO), "it has outlived the server");
      }
    }
  }

  static Stream<End> endsOfTheBusy() {
    return Size.first(1, End.TERM, End.END_OF_INPUT);
  }

  @Needs("setsid")
  @ParameterizedTest
  @MethodSource("endsOfTheBusy")
  void a_helper_that_is_stopped_goes_too_with_all_it_has(End end) {
    try (Rig rig = start(1, "0")) {
      rig.begin("daemon", 2);
      rig.helpers().forEach(helper -> Signal.STOP.to(helper.pid()));
      assertEnds(rig, end, end.codeWhenBusy);
    }
  }

  @Test
  void what_was_asked_before_exit_is_answered() {
    try (Rig rig = start(1, "60")) {
      Job job = rig.send(Rig.FAST);
      long shutdown = rig.client().send("shutdown", Messages.json("{}"));
      rig.process().send(Messages.notification("exit", Messages.json("{}")));
      Transcript transcript = rig.process().transcript();
      assertTrue(transcript.awaitEnd(Deadline.in(PATIENCE)));
      assertEquals(1, transcript.responses(Long.toString(job.id())).size());
      assertEquals(1, transcript.responses(Long.toString(shutdown)).size());
      assertEquals(OptionalInt.of(0), rig.process().awaitExit(Deadline.in(PATIENCE)));
    }
  }

  @Test
  void what_takes_longer_than_the_server_has_is_answered_with_the_reason() {
    try (Rig rig = start(3, "0.2")) {
      List<Job> jobs = List.of(rig.beginTool("tool", 2), rig.begin("family", 2));
      rig.process().closeStdin();
      Transcript transcript = rig.process().transcript();
      assertTrue(transcript.awaitEnd(Deadline.in(PATIENCE)));
      for (Job job : jobs) {
        List<Line> answers = transcript.responses(Long.toString(job.id()));
        assertEquals(1, answers.size());
        JsonNode answer = answers.get(0).json().orElseThrow();
        assertEquals("shutdown", answer.at("/error/data/reason").asString(""), answer.toString());
        String message = answer.at("/error/message").asString("");
        assertTrue(
            message.matches(
                "Standard input ended, and this call had not finished \\d+\\.\\d s later, so it was"
                    + " stopped\\. Keep the input open until the answer has come, or raise --finish\\."),
            message);
      }
      assertEquals(OptionalInt.of(1), rig.process().awaitExit(Deadline.in(PATIENCE)));
      jobs.forEach(job -> rig.assertGone(job, PATIENCE));
    }
  }

  private static void assertEnds(Rig rig, End end, int code) {
    List<Proc> family = rig.family();
    long begun = System.nanoTime();
    end.act.accept(rig.process());
    assertEquals(OptionalInt.of(code), rig.process().awaitExit(Deadline.in(PATIENCE)));
    Sighting sighting = rig.assertNothing(family, PATIENCE);
    System.out.println(
        "[measured] " + end + ", nothing left after " + Percentiles.ms(sighting.since(begun)));
    Mark.atMost("until nothing is left after " + end, sighting.since(begun), GONE_WITHIN);
  }

  /** For so many seconds what came before the end of input is answered. */
  private static Rig start(int helpers, String finish) {
    return Rig.start(
        project ->
            project
                .provider("family", Scripts.TWO_CHILDREN)
                .provider("daemon", Scripts.DAEMON)
                .provider("tells-its-mark", TELLS_ITS_MARK)
                .tool("tool", ToolScripts.TWO_CHILDREN),
        launcher -> launcher.workers(helpers, helpers).with("--finish", finish));
  }
}
