package dev.bullpen.faults.cancel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.fixture.StateDumps;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** F4: a completion whose script is a pipeline of six is cancelled. */
@Tag("F4")
@Tag("promise")
class CancelKillsThePipelineTests {
  private static final int SIX = 6;
  private static final Duration GONE_WITHIN = Duration.ofMillis(500);

  @Test
  void all_six_are_gone_and_nobody_answers() {
    try (Rig rig = start("")) {
      List<Duration> gone = new ArrayList<>();
      List<Job> jobs = new ArrayList<>();
      for (int round = 0; round < Size.repeat(6, 1000); round++) {
        Job job = rig.begin("pipeline", SIX);
        long cancelled = rig.client().cancel(job.id());
        Sighting sighting = rig.assertGone(job, McpClient.PATIENCE);
        gone.add(sighting.since(cancelled));
        jobs.add(job);
      }
      Percentiles percentiles =
          Percentiles.of(gone).report("F4 pipeline of six cancelled, gone after");
      Mark.atMost("F4 until the pipeline is gone, p99", percentiles.p99(), GONE_WITHIN);
      StateDumps.assertHelpersStayed(rig);
      rig.assertCalm(); // and whatever was to be said about them has been said by now
      jobs.forEach(job -> assertEquals(0, rig.client().answers(job.id()), job.toString()));
    }
  }

  @Tag("slow")
  @Test
  void control_without_group_and_clean_up_members_survive() {
    try (Rig rig = start("group,adopted,sweep,escalation")) {
      Job job = rig.begin("pipeline", SIX);
      rig.client().cancel(job.id());
      Sighting sighting = rig.awaitGone(job, Duration.ofSeconds(1));
      assertFalse(sighting.none(), "the control shows nothing: all were gone");
    }
  }

  private static Rig start(String off) {
    return Rig.start(
            project -> project.provider("pipeline", Scripts.PIPELINE),
            launcher -> launcher.workers(2, 2).off(off))
        .settled();
  }
}
