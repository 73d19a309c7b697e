package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.proc.ProcessTable;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** F1 and F2: the supervisor is killed by KILL, with four jobs of three processes each running. */
class SupervisorKilledTests {
  private static final int JOBS = 4;
  private static final Duration GONE_WITHIN = Duration.ofSeconds(1);

  /** In which what is left would have gone, were anything to end it. */
  private static final Duration CONTROL = Duration.ofMillis(1500);

  @Tag("F1")
  @Test
  void nothing_survives() {
    List<Duration> gone = new ArrayList<>();
    for (int round = 0; round < Size.repeat(5, 200); round++) {
      gone.add(killed("", false, McpClient.PATIENCE));
    }
    Percentiles percentiles =
        Percentiles.of(gone).report("F1 supervisor killed, nothing left after");
    Mark.atMost("F1 until nothing is left", percentiles.max(), GONE_WITHIN);
  }

  @Tag("F1")
  @ParameterizedTest
  @ValueSource(strings = {"guard", "end-of-input"})
  void either_of_the_two_last_lines_is_enough(String off) {
    Mark.atMost("F1 without " + off, killed(off, false, McpClient.PATIENCE), GONE_WITHIN);
  }

  @Tag("F1")
  @Test
  void control_without_guard_and_end_of_input_jobs_survive() {
    assertSurvivors("guard,end-of-input", false);
  }

  @Tag("F2")
  @Test
  void nothing_survives_even_if_jobs_and_helpers_are_stopped() {
    List<Duration> gone = new ArrayList<>();
    for (int round = 0; round < Size.repeat(3, 200); round++) {
      gone.add(killed("", true, McpClient.PATIENCE));
    }
    Percentiles percentiles =
        Percentiles.of(gone).report("F2 supervisor killed, all else stopped, nothing left after");
    Mark.atMost("F2 until nothing is left", percentiles.max(), GONE_WITHIN);
  }

  @Tag("F2")
  @Test
  void control_without_guard_stopped_helpers_and_jobs_survive() {
    assertSurvivors("guard", true);
  }

  private static Duration killed(String off, boolean stopped, Duration patience) {
    try (Rig rig = fourJobs(off)) {
      List<Proc> family = rig.family();
      if (stopped) {
        stopHelpersAndJobs(rig);
      }
      long killed = System.nanoTime();
      rig.process().signal(Signal.KILL);
      Sighting sighting = rig.assertNothing(family, patience);
      return sighting.since(killed);
    }
  }

  private static void assertSurvivors(String off, boolean stopped) {
    try (Rig rig = fourJobs(off)) {
      List<Proc> family = rig.family();
      if (stopped) {
        stopHelpersAndJobs(rig);
      }
      rig.process().signal(Signal.KILL);
      Sighting sighting = rig.awaitNothing(family, CONTROL);
      assertFalse(sighting.none(), "the control shows nothing: all were gone");
    }
  }

  private static Rig fourJobs(String off) {
    Rig rig =
        Rig.start(
                project -> project.provider("family", Scripts.TWO_CHILDREN),
                launcher -> launcher.workers(JOBS, JOBS).off(off))
            .settled();
    try {
      List<Job> jobs = Stream.generate(() -> rig.send("family")).limit(JOBS).toList();
      jobs.forEach(job -> rig.ready(job, 2, Duration.ofSeconds(20)));
      return rig;
    } catch (RuntimeException | AssertionError e) {
      rig.close();
      throw e;
    }
  }

  private static void stopHelpersAndJobs(Rig rig) {
    ProcessTable table = ProcessTable.now();
    for (Proc helper : rig.helpers()) {
      table.children(helper.pid()).forEach(script -> Signal.STOP.toGroup(script.group()));
      Signal.STOP.to(helper.pid());
    }
  }
}
