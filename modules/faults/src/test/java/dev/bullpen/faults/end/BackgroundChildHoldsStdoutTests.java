package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** F8: a script answers and ends at once, but a child of it keeps its standard output open. */
@Tag("F8")
@Tag("promise")
class BackgroundChildHoldsStdoutTests {
  private static final Duration ANSWERED_WITHIN = Duration.ofMillis(300);
  private static final Duration GONE_WITHIN = Duration.ofSeconds(1);

  private static final String LEAVES_A_CHILD =
      "sleep " + Scripts.SLEEP_SECONDS + " &\n" + Scripts.FAST + "exit 0\n";

  @Test
  void the_answer_comes_and_the_child_goes() {
    try (Rig rig = start("")) {
      List<Duration> answered = new ArrayList<>();
      List<Duration> gone = new ArrayList<>();
      for (int round = 0; round < Size.repeat(10, 200); round++) {
        Job job = rig.send("leaves-a-child");
        Answer answer = rig.client().await(job.id(), McpClient.PATIENCE);
        assertEquals(List.of("ok"), answer.values(), answer.message().toString());
        answered.add(answer.took()); // even longer than from the script's exit
        long now = System.nanoTime();
        Sighting sighting = rig.assertGone(job, McpClient.PATIENCE);
        gone.add(sighting.since(now));
      }
      Percentiles answers =
          Percentiles.of(answered).report("F8 child holds stdout, answered after");
      Percentiles ends = Percentiles.of(gone).report("F8 child holds stdout, child gone after");
      Mark.atMost("F8 until the answer", answers.p99(), ANSWERED_WITHIN);
      Mark.atMost("F8 until the child is gone", ends.max(), GONE_WITHIN);
      rig.assertCalm();
    }
  }

  @Tag("slow")
  @Test
  void control_without_idle_grace_the_answer_waits_for_the_child() {
    try (Rig rig = start("idle-grace")) {
      Job job = rig.send("leaves-a-child");
      assertTrue(
          rig.process()
              .transcript()
              .awaitResponse(Long.toString(job.id()), Deadline.in(Duration.ofSeconds(1)))
              .isEmpty(),
          "the control shows nothing: the answer came");
    }
  }

  private static Rig start(String off) {
    return Rig.start(
            project -> project.provider("leaves-a-child", LEAVES_A_CHILD),
            launcher -> launcher.workers(2, 2).off(off))
        .settled();
  }
}
