package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
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
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** F1 and F2: the supervisor is killed by KILL, with jobs of three processes each running. */
class SupervisorKilledTests {
  private static final int JOBS = Size.repeat(2, 4);
  private static final Duration GONE_WITHIN = Duration.ofSeconds(1);

  private static final Duration FASTEST_WITHIN = Mark.fastest(GONE_WITHIN);

  /** A busy machine does not make each of them late. */
  private static final int MOST_ROUNDS = Size.repeat(3, 6);

  /** In which what is left would have gone, were anything to end it. */
  private static final Duration CONTROL = Duration.ofMillis(1500);

  @Tag("promise")
  @Tag("F1")
  @Test
  void nothing_survives() {
    List<Duration> gone = new ArrayList<>();
    for (int round = 0; round < Size.repeat(1, 200); round++) {
      gone.add(killed("", Stopped.NOBODY));
    }
    Percentiles percentiles =
        Percentiles.of(gone).report("F1 supervisor killed, nothing left after");
    Mark.atMost("F1 until nothing is left", percentiles.max(), GONE_WITHIN);
  }

  @Tag("F1")
  @Test
  void of_the_two_last_lines_the_end_of_input_is_enough() {
    Mark.atMost("F1 without guard", killed("guard", Stopped.NOBODY), GONE_WITHIN);
  }

  @Tag("slow")
  @Tag("promise")
  @Tag("F1")
  @Test
  void control_without_guard_and_end_of_input_jobs_survive() {
    assertSurvivors("guard,end-of-input", Stopped.NOBODY);
  }

  static Stream<Stopped> stopped() {
    return Size.first(2, Stopped.HELPERS_AND_JOBS, Stopped.HELPERS_AND_GUARD, Stopped.HELPERS);
  }

  @Tag("F2")
  @ParameterizedTest
  @MethodSource("stopped")
  void nothing_survives_even_if_others_are_stopped(Stopped stopped) {
    List<Duration> gone = new ArrayList<>();
    do {
      gone.add(killed("", stopped));
    } while (gone.size() < Size.repeat(1, 200)
        || gone.size() < MOST_ROUNDS && Collections.min(gone).compareTo(FASTEST_WITHIN) > 0);
    Percentiles percentiles =
        Percentiles.of(gone).report("F2 supervisor killed, " + stopped + " stopped, nothing left");
    Mark.atMost("F2 until nothing is left", percentiles.max(), GONE_WITHIN);
    // A wait that is too long makes each round late.
    Duration fastest = Collections.min(gone);
    assertTrue(fastest.compareTo(FASTEST_WITHIN) <= 0, "F2: the fastest round took " + fastest);
  }

  @Tag("F1")
  @Tag("F2")
  @Test
  void a_guard_that_was_stopped_and_is_continued_as_the_log_says_is_enough() {
    try (Rig rig = running("end-of-input")) {
      Proc guard = rig.guard().orElseThrow();
      Signal.STOP.to(guard.pid());
      rig.process().stderr().assertSays("had been stopped and is continued");
      assertTrue(guard.stillRuns());
      Mark.atMost("F1 without end-of-input", killed(rig, Stopped.NOBODY), GONE_WITHIN);
    }
  }

  @Tag("F2")
  @Test
  void control_without_guard_stopped_helpers_and_jobs_survive() {
    assertSurvivors("guard", Stopped.HELPERS_AND_JOBS);
  }

  private static Duration killed(String off, Stopped stopped) {
    try (Rig rig = running(off)) {
      return killed(rig, stopped);
    }
  }

  private static Duration killed(Rig rig, Stopped stopped) {
    List<Proc> family = rig.family();
    stopped.stop(rig);
    long killed = System.nanoTime();
    rig.process().signal(Signal.KILL);
    return rig.assertNothing(family, McpClient.PATIENCE).since(killed);
  }

  private static void assertSurvivors(String off, Stopped stopped) {
    try (Rig rig = running(off)) {
      List<Proc> family = rig.family();
      stopped.stop(rig);
      rig.process().signal(Signal.KILL);
      Sighting sighting = rig.awaitNothing(family, CONTROL);
      assertFalse(sighting.none(), "the control shows nothing: all were gone");
    }
  }

  private static Rig running(String off) {
    Rig rig =
        Rig.start(
            project -> project.provider("family", Scripts.TWO_CHILDREN),
            launcher -> launcher.workers(JOBS, JOBS).off(off));
    try {
      List<Job> jobs = Stream.generate(() -> rig.send("family")).limit(JOBS).toList();
      jobs.forEach(job -> rig.ready(job, 2, Duration.ofSeconds(20)));
      return rig;
    } catch (RuntimeException | AssertionError e) {
      rig.close();
      throw e;
    }
  }

  /** Who is stopped when the supervisor is killed. */
  private enum Stopped {
    NOBODY,
    HELPERS,
    HELPERS_AND_JOBS,
    HELPERS_AND_GUARD;

    void stop(Rig rig) {
      ProcessTable table = ProcessTable.now();
      for (Proc helper : this == NOBODY ? List.<Proc>of() : rig.helpers()) {
        if (this == HELPERS_AND_JOBS) {
          table.children(helper.pid()).forEach(script -> Signal.STOP.toGroup(script.group()));
        }
        Signal.STOP.to(helper.pid());
      }
      if (this == HELPERS_AND_GUARD) {
        stopNow(rig.guard().orElseThrow().pid()); // the supervisor has no time to notice it
      }
    }

    /**
     * Until it has stopped: the kernel continues processes that are stopped when their group
     * becomes an orphan (setpgid(2)), not those that stop later.
     */
    private static void stopNow(int pid) {
      Deadline deadline = Deadline.in(McpClient.PATIENCE);
      do {
        Signal.STOP.to(pid); // again, for the supervisor may have continued it
      } while (Proc.read(pid).filter(proc -> proc.state() == 'T').isEmpty() && !deadline.passed());
    }
  }
}
