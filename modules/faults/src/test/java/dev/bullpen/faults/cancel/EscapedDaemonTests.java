package dev.bullpen.faults.cancel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.fixture.Needs;
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

/** F6: a script starts a daemon that leaves its group and session by setsid and a double fork. */
@Needs("setsid")
@Tag("F6")
@Tag("promise")
class EscapedDaemonTests {
  private static final Duration GONE_WITHIN = Duration.ofSeconds(1);

  /** The daemon stays, the script ends with an answer. */
  private static final String LEAVES_A_DAEMON =
      "setsid sh -c '( exec sleep "
          + Scripts.SLEEP_SECONDS
          + " </dev/null >/dev/null 2>&1 & )'\n"
          + Scripts.FAST;

  @Test
  void it_is_gone_after_a_cancel_and_after_an_answer() {
    try (Rig rig = start("")) {
      List<Duration> cancelled = new ArrayList<>();
      List<Duration> answered = new ArrayList<>();
      for (int round = 0; round < Size.repeat(3, 200); round++) {
        Job job = rig.begin("daemon", 2);
        long sent = rig.client().cancel(job.id());
        cancelled.add(rig.assertGone(job, McpClient.PATIENCE).since(sent));
        Job other = rig.send("leaves-a-daemon");
        assertEquals(List.of("ok"), rig.client().await(other.id(), McpClient.PATIENCE).values());
        long came = System.nanoTime();
        answered.add(rig.assertGone(other, McpClient.PATIENCE).since(came));
      }
      assertGoneInTime("cancelled", cancelled);
      assertGoneInTime("answered", answered);
      StateDumps.assertHelpersStayed(rig);
      rig.assertCalm();
    }
  }

  private static void assertGoneInTime(String after, List<Duration> gone) {
    Percentiles percentiles =
        Percentiles.of(gone).report("F6 daemon's job " + after + ", gone after");
    Mark.atMost("F6 until the daemon is gone", percentiles.max(), GONE_WITHIN);
  }

  @Tag("slow")
  @Test
  void control_without_looking_for_what_left_the_daemon_survives() {
    try (Rig rig = start("adopted,sweep,escalation")) {
      Job job = rig.begin("daemon", 2);
      rig.client().cancel(job.id());
      Sighting sighting = rig.awaitGone(job, Duration.ofMillis(1500));
      assertFalse(sighting.none(), "the control shows nothing: all were gone");
    }
  }

  private static Rig start(String off) {
    return Rig.start(
            project ->
                project
                    .provider("daemon", Scripts.DAEMON)
                    .provider("leaves-a-daemon", LEAVES_A_DAEMON),
            launcher -> launcher.workers(2, 2).off(off))
        .settled();
  }
}
