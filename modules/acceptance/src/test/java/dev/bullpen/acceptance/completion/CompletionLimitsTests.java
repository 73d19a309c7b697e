package dev.bullpen.acceptance.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Time, rate, silence about internals: CO-18 to CO-22. */
class CompletionLimitsTests {
  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(CompletionLimitsTests::project, launcher -> launcher.workers(2, 2));

  private static final int RATE = 20;

  private static void project(ProjectFixture project) {
    project
        .provider("slow", 1, "exec sleep " + Scripts.SLEEP_SECONDS + "\n")
        .provider("failing", "echo 'secret in /etc/shadow' >&2; echo '[\"secret\"]'; exit 7\n")
        .provider("killed", "kill -9 $$\n")
        .provider("floods", "exec head -c 300000000 /dev/zero\n");
  }

  @Test
  void co_18_beyond_the_rate_there_is_an_error_and_nothing_else_is_delayed() {
    try (Rig rig =
        Rig.start(
                CompletionLimitsTests::project,
                launcher ->
                    launcher.workers(2, 2).with("--completion-rate", Integer.toString(RATE)))
            .settled()) {
      List<Job> burst = IntStream.range(0, 1000).mapToObj(i -> rig.send(Rig.FAST)).toList();
      Mark.atMost("a ping behind a burst", rig.client().ping().took(), Duration.ofMillis(500));
      List<Answer> answers =
          burst.stream().map(job -> rig.client().await(job.id(), McpClient.PATIENCE)).toList();
      List<Answer> refused = answers.stream().filter(Answer::failed).toList();
      assertTrue(refused.size() > 500, refused.size() + " of 1000 were refused");
      assertTrue(refused.size() < 1000, "all were refused");
      for (Answer answer : refused) {
        assertEquals(42900, answer.code().orElse(0), answer.message().toString());
      }
      assertTrue(
          Poll.until(
              Deadline.in(McpClient.PATIENCE),
              () -> !rig.client().complete(Rig.FAST, "query", "").failed()),
          "nothing is served after the burst");
    }
  }

  @Test
  void co_20_errors_show_nothing_of_the_inside() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Answer answer = rig.client().complete("failing", "query", "");
    assertEquals(-32603, answer.code().orElse(0), answer.message().toString());
    String text = answer.message().toString();
    assertFalse(text.contains("secret"), text);
    assertFalse(text.contains("/"), text);
    rig.process().stderr().assertSays("completions/failing.sh: exit code ");
    rig.process().stderr().assertSays("secret in /etc/shadow");
    rig.process().stderr().assertSays("completion failing failed after ");
    assertEquals(
        rig.client().complete("unknown-1", "query", "").errorText(),
        rig.client().complete("unknown-2", "query", "").errorText());
  }

  @Test
  void co_21_a_slow_script_is_ended_in_time() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Job job = rig.send("slow");
    Answer answer = rig.client().await(job.id(), McpClient.PATIENCE);
    assertEquals(-32603, answer.code().orElse(0), answer.message().toString());
    assertEquals(Optional.of("timeout"), answer.reason());
    Mark.atMost("a timeout of 1 s", answer.took(), Duration.ofMillis(1500));
    rig.assertGone(job, Mark.slack(Duration.ofSeconds(1)));
  }

  @Test
  void a_script_that_is_killed_or_floods_is_an_error_and_the_next_is_served() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    for (String provider : List.of("killed", "floods")) {
      Answer answer = rig.client().complete(provider, "query", "");
      assertEquals(-32603, answer.code().orElse(0), answer.message().toString());
    }
    assertEquals(
        Optional.of("output-limit"), rig.client().complete("floods", "query", "").reason());
  }
}
