package dev.bullpen.faults.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.fixture.StateDumps;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code kill -QUIT}: the server says what it is doing, on standard error only, and goes on. */
@Tag("promise")
class StateDumpTests {
  @Test
  void who_asks_while_jobs_run_is_told_of_helpers_jobs_and_calls_and_the_server_goes_on() {
    try (Rig rig = start().settled()) {
      Job job = rig.begin(Rig.HOLD, 1);
      String helper = job.ready().get(0).split(" ")[1];

      String state = StateDumps.of(rig);
      assertTrue(
          state.lines().anyMatch(line -> line.matches(busy(helper))), "no busy helper: " + state);
      assertTrue(
          state
              .lines()
              .anyMatch(
                  line ->
                      line.matches(
                          ".*job \\d+ \\(.*hold.*\\): open for \\d+\\.\\d s, with helper.*")),
          "no job: " + state);
      assertTrue(state.contains(job.id() + " completion/complete, for "), "no call: " + state);
      assertTrue(state.contains("waiting: 0 interactive, 0 long"), state);
      assertTrue(state.contains("died: none"), state);

      Answer next = rig.client().complete(Rig.FAST, "query", "next");
      assertEquals(List.of("ok"), next.values(), next.message().toString());
      rig.client().cancel(job.id());
      assertOnlyTheProtocol(rig);
      rig.assertCalm();
    }
  }

  @Tag("slow")
  @Test
  void jobs_that_wait_and_helpers_that_died_are_told() {
    try (Rig rig = start()) {
      Job victim = rig.begin(Rig.HOLD, 1);
      Signal.KILL.to(Long.parseLong(victim.ready().get(0).split(" ")[1]));
      rig.await(victim);
      List<Job> running = List.of(rig.begin(Rig.HOLD, 1), rig.begin(Rig.HOLD, 1));
      Job waiting = rig.send(Rig.HOLD);
      rig.client().ping(); // by its answer, the one before has been read
      String state = StateDumps.of(rig);
      assertTrue(state.contains("waiting: 1 interactive, 0 long"), state);
      assertTrue(state.contains("waits in the interactive lane"), state);
      assertTrue(state.contains("died: 1 killed"), state);
      assertTrue(state.contains("calls in flight: 3"), state);
      running.forEach(job -> rig.client().cancel(job.id()));
      rig.client().cancel(waiting.id());
      assertOnlyTheProtocol(rig);
    }
  }

  /** A thread dump is some 30 KB, a pipe takes 64: the JVM alone would stand still at the third. */
  @Tag("slow")
  @Test
  void where_nobody_reads_the_error_output_asking_ten_times_stops_and_ends_nothing() {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "needs /proc: on Linux only");
    try (Rig rig = start().settled()) {
      StateDumps.of(rig);
      rig.process().pauseReadingErrors();
      for (int i = 0; i < 10; i++) {
        rig.process().signal(Signal.QUIT);
        Answer next = rig.client().complete(Rig.FAST, "query", "next " + i);
        assertEquals(List.of("ok"), next.values(), next.message().toString());
      }
      rig.process().resumeReadingErrors();
      assertOnlyTheProtocol(rig);
      rig.assertCalm();
    }
  }

  private static String busy(String helper) {
    return ".*helper \\d+ \\(pid %s\\): busy for \\d+\\.\\d s with job \\d+ \\(.*hold.*\\);.*"
        .formatted(helper);
  }

  private static void assertOnlyTheProtocol(Rig rig) {
    assertTrue(
        rig.process().transcript().received().stream().allMatch(line -> line.json().isPresent()),
        "something but the protocol came out");
  }

  private static Rig start() {
    return Rig.start(project -> {}, launcher -> launcher.workers(2, 2));
  }
}
