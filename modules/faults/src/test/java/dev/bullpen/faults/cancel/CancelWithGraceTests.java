package dev.bullpen.faults.cancel;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** F5: cancelled scripts may take a grace to end by themselves: TERM, CONT, wait, KILL. */
@Needs("setsid")
@Tag("F5")
class CancelWithGraceTests {
  private static final Duration GRACE = Duration.ofMillis(500);

  /** Seconds: nobody who waits them out can pass, however busy the machine is. */
  private static final String ABSURD = "100000";

  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(
          CancelWithGraceTests::project,
          launcher -> launcher.workers(2, 2).with("--grace", ABSURD));

  private static final Duration OVER_GRACE = Duration.ofMillis(300);
  private static final Duration POLITE_WITHIN = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** At full size as many as a 99th percentile needs to be less than the maximum. */
  private static final int POLITE_ROUNDS = Size.repeat(5, 200);

  private static final String STUBBORN =
      Scripts.READY + "trap '' TERM\nready $$\nexec sleep " + Scripts.SLEEP_SECONDS + "\n";

  /** Between fork and exec a signal would be lost on its child, so that is waited for. */
  private static final String POLITE =
      Scripts.READY
          + "trap 'sleep 0.05; exit 0' TERM\nsleep "
          + Scripts.SLEEP_SECONDS
          + " &\nuntil grep -q sleep /proc/$!/comm; do :; done\nready $$; wait\n";

  /**
   * The script itself ends at TERM, and then its child takes its time: in the script's group, or,
   * with {@code setsid} before it, where nobody but its helper finds it.
   */
  private static String leavesATidyChild(String starter) {
    return Scripts.READY
        + starter
        + "sh -c '"
        + "trap \"sleep 0.5; echo $MCP_COMPLETION_QUERY tidied >$MCP_TEST_GATE; exit 0\" TERM\n"
        + "echo \"$MCP_COMPLETION_QUERY child\" >\"$MCP_TEST_GATE\"\n"
        + "while :; do sleep 0.1; done' </dev/null >/dev/null 2>&1 &\n"
        + "ready script\n"
        + "exec sleep "
        + Scripts.SLEEP_SECONDS
        + "\n";
  }

  @Test
  void who_ignores_term_is_killed_when_the_grace_is_over_stopped_or_not() {
    try (Rig rig = start("")) {
      for (int round = 0; round < Size.repeat(1, 20); round++) {
        Duration gone = cancelled(rig, rig.begin("stubborn", 1));
        assertTrue(gone.compareTo(GRACE) >= 0, "killed before its grace was over: " + gone);
        Mark.atMost("F5 until who ignores TERM is gone", gone, GRACE.plus(OVER_GRACE));
      }
      Duration gone = cancelled(rig, stopped(rig, rig.begin("stubborn", 1)));
      Mark.atMost("F5 until who is stopped and ignores TERM is gone", gone, GRACE.plus(OVER_GRACE));
      rig.assertCalm();
    }
  }

  @Test
  void who_is_stopped_is_made_to_hear_term() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Duration gone = cancelled(rig, stopped(rig, rig.begin(Rig.HOLD, 1)));
    Mark.atMost("F5 until who is stopped is gone", gone, OVER_GRACE);
  }

  @Test
  void who_ends_in_time_is_not_waited_for_any_longer() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    List<Duration> gone = new ArrayList<>();
    for (int round = 0; round < POLITE_ROUNDS; round++) {
      gone.add(cancelled(rig, rig.begin("polite", 1)));
    }
    Percentiles percentiles =
        Percentiles.of(gone).report("F5 a script that ends 50 ms after TERM, gone after");
    Mark.atMost("F5 until a polite script is gone, p99", percentiles.p99(), POLITE_WITHIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"in-group", "daemon"})
  void who_outlives_the_script_may_put_its_things_away_too(String provider) {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Job job = rig.begin(provider, 2);
    rig.client().cancel(job.id());
    List<String> said = rig.gate().await(job.token(), 3, Deadline.in(PATIENCE));
    assertTrue(said.contains("tidied"), provider + ": " + said);
    rig.assertGone(job, PATIENCE);
  }

  @Test
  void control_without_kill_who_ignores_term_survives_its_grace() {
    try (Rig rig = start("kill,escalation")) {
      Job job = rig.begin("stubborn", 1);
      rig.client().cancel(job.id());
      Sighting sighting = rig.awaitGone(job, Duration.ofMillis(1500));
      assertFalse(sighting.none(), "the control shows nothing: it was gone");
    }
  }

  private static void project(ProjectFixture project) {
    project
        .provider("stubborn", STUBBORN)
        .provider("polite", POLITE)
        .provider("in-group", leavesATidyChild(""))
        .provider("daemon", leavesATidyChild("setsid "));
  }

  private static Rig start(String off) {
    return Rig.start(
            CancelWithGraceTests::project,
            launcher -> launcher.workers(2, 2).with("--grace", "0.5").off(off))
        .settled();
  }

  private static Job stopped(Rig rig, Job job) {
    int pid = Integer.parseInt(job.ready().get(0).split(" ")[0]);
    Signal.STOP.to(pid);
    assertTrue(
        Poll.until(
            Deadline.in(PATIENCE),
            () -> Proc.read(pid).filter(process -> process.state() == 'T').isPresent()),
        pid + " was not stopped");
    return job;
  }

  private static Duration cancelled(Rig rig, Job job) {
    long cancelled = rig.client().cancel(job.id());
    Sighting sighting = rig.assertGone(job, PATIENCE);
    return sighting.since(cancelled);
  }
}
