package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.faulty.Fault;
import dev.bullpen.testkit.faulty.FaultyProgram;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** F17: helpers that break the frame format, or the order of frames, when they are given a job. */
@Tag("F17")
class HelperTalksGarbageTests {
  private static final int HELPERS = 2;
  private static final Duration REPLACED_WITHIN = McpClient.PATIENCE;

  @TempDir Path folder;

  @Test
  void the_job_fails_as_protocol_or_exit_and_the_pool_keeps_its_size() {
    try (Rig rig = start("")) {
      for (int round = 0; round < Size.repeat(1, 200); round++) {
        for (Fault breach : Fault.BREACHES) {
          Answer answer = rig.client().complete(breach.script(), "query", "");
          assertEquals(Optional.of("protocol"), answer.reason(), breach + ": " + answer.message());
        }
      }
      Answer exit = rig.client().complete(Fault.EXIT.script(), "query", "");
      assertEquals(Optional.of("exit"), exit.reason(), exit.message().toString());
      assertHelpers(rig);
      Answer honest = rig.client().complete(Rig.FAST, "query", "");
      assertEquals(List.of("ok"), honest.values(), honest.message().toString());
      rig.process().stderr().assertSays("Hello from a library that prints"); // the first bytes
      rig.assertCalm();
    }
  }

  @Test
  void control_without_replacement_the_job_is_never_answered() {
    try (Rig rig = start("replacement")) {
      Job job = rig.send(Fault.GARBAGE.script());
      assertTrue(
          rig.process()
              .transcript()
              .awaitResponse(Long.toString(job.id()), Deadline.in(Duration.ofSeconds(1)))
              .isEmpty(),
          "the control shows nothing: the job was answered");
    }
  }

  private static void assertHelpers(Rig rig) {
    assertTrue(
        Poll.until(Deadline.in(REPLACED_WITHIN), () -> rig.helpers().size() == HELPERS),
        () -> HELPERS + " helpers are expected, but there are " + rig.helpers());
  }

  private Rig start(String off) {
    Path program = FaultyProgram.at(folder.resolve("helper"));
    return Rig.start(
            HelperTalksGarbageTests::faults,
            launcher -> launcher.workers(HELPERS, HELPERS).helper(program).off(off))
        .settled();
  }

  private static void faults(ProjectFixture project) {
    for (Fault fault : Fault.values()) {
      project.provider(fault.script(), "exit 1\n"); // never run: its name is all that matters
    }
  }
}
