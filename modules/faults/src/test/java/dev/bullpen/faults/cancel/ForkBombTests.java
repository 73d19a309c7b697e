package dev.bullpen.faults.cancel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.CpuTime;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** F7: a tool that forks some two hundred times a second, and does not hear TERM, is cancelled. */
@Tag("F7")
class ForkBombTests {
  private static final Duration GONE_WITHIN = Duration.ofSeconds(3);

  /**
   * Two loops, one of them not the tool itself, that start a child every few milliseconds and leave
   * it to whoever adopts it. They end on their own, so that a failing test does not fork for ever.
   */
  private static final String BOMB =
      ToolScripts.READY
          + "trap '' TERM\n"
          + "bomb() {\n"
          + "  i=0\n"
          + "  while [ $i -lt 3000 ]; do i=$((i+1)); (exec sleep 0.2 &); sleep 0.01; done\n"
          + "}\n"
          + "bomb &\nready\nbomb\n";

  @Test
  void nothing_of_it_is_left_and_the_server_stays_calm() {
    try (Rig rig = start("", Size.asked() == Size.FULL ? "2" : "0.5")) {
      List<Duration> gone = new ArrayList<>();
      for (int round = 0; round < Size.repeat(1, 20); round++) {
        Job job = rig.beginTool("bomb", 1);
        long supervisor = rig.process().pid();
        Duration before = CpuTime.of(supervisor);
        long cancelled = rig.client().cancel(job.id());
        Sighting sighting = rig.assertGone(job, Duration.ofSeconds(20));
        gone.add(sighting.since(cancelled));
        Duration used = CpuTime.of(supervisor).minus(before);
        assertTrue(
            used.compareTo(sighting.since(cancelled)) < 0,
            "the supervisor used %s of %s".formatted(used, sighting.since(cancelled)));
        assertEquals(0, rig.client().answers(job.id()));
      }
      Percentiles percentiles =
          Percentiles.of(gone).report("F7 fork bomb cancelled, grace of 2 s, gone after");
      Mark.atMost("F7 until nothing forks any more", percentiles.max(), GONE_WITHIN);
      rig.assertCalm();
    }
  }

  @Test
  void control_without_group_and_clean_up_it_forks_on() {
    try (Rig rig = start("group,adopted,sweep,escalation", "0.5")) {
      Job job = rig.beginTool("bomb", 1);
      rig.client().cancel(job.id());
      Sighting sighting = rig.awaitGone(job, Duration.ofSeconds(2));
      assertFalse(sighting.none(), "the control shows nothing: all were gone");
    }
  }

  private static Rig start(String off, String grace) {
    return Rig.start(
            project -> project.tool("bomb", BOMB),
            launcher -> launcher.workers(2, 2).with("--tool-grace", grace).off(off))
        .settled();
  }
}
