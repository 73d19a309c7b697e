package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.faulty.FaultyProgram;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every helper says hello and is killed before it has been given anything, as a system short of
 * memory does it, until that is repaired. The helpers count themselves.
 */
class HelperDiesUnusedTests {
  private static final Duration FAILS_WITHIN = Duration.ofSeconds(1);

  /**
   * What a call may fail with: none is there, or one was there for a moment and is not any more.
   */
  private static final Set<Optional<String>> REASONS =
      Set.of(Optional.of("boot"), Optional.of("killed"));

  /** The log is written behind what it tells of. */
  private static final Duration TOLD_WITHIN = Duration.ofSeconds(20);

  /** On a slow machine the window is over before the second has been started. */
  private static final Duration ANOTHER_WITHIN = Duration.ofSeconds(20);

  /** Some calls among the pings. */
  private static final int CALLS = 3;

  @TempDir Path folder;
  private FaultyHelpers helpers;

  @BeforeEach
  void breakThem() {
    helpers = FaultyHelpers.in(folder, FaultyProgram::fleetingUntil);
  }

  @Test
  void there_is_no_storm_each_death_is_told_and_a_repair_is_found() throws IOException {
    Deadline window = Deadline.in(Duration.ofSeconds(Size.repeat(5, 60)));
    try (Rig rig = helpers.start("").settled()) {
      while (!window.passed()) {
        rig.client().ping();
        Chance.pass(FaultyHelpers.PACE);
      }
      assertTrue(
          Poll.until(Deadline.in(ANOTHER_WITHIN), () -> helpers.count() > 1),
          "only " + helpers.count() + " start: nothing was tested");
      int seen = helpers.count();
      System.out.printf("[measured] %d starts of helpers that die unused%n", seen);
      assertTrue(seen <= FaultyHelpers.MOST_STARTS, seen + " starts: a storm");
      for (int call = 0; call < CALLS; call++) {
        Answer answer = rig.client().complete(Rig.FAST, "query", "");
        assertTrue(REASONS.contains(answer.reason()), answer.message().toString());
        Mark.atMost("a completion without a helper", answer.took(), FAILS_WITHIN);
      }
      assertDeathsAreTold(rig, seen);

      long now = System.nanoTime();
      helpers.repair();
      assertTrue(
          Poll.until(
              Deadline.in(Mark.slack(FaultyHelpers.RECOVERS_WITHIN).plusSeconds(5)),
              () -> FaultyHelpers.serves(rig)),
          "no helper has stayed since the repair");
      Duration recovered = Duration.ofNanos(System.nanoTime() - now);
      System.out.println("[measured] recovered after " + Percentiles.ms(recovered));
      Mark.atMost("recovery", recovered, FaultyHelpers.RECOVERS_WITHIN);
    }
  }

  @Test
  void control_without_back_off_there_is_a_storm() {
    try (Rig rig = helpers.start("back-off")) {
      assertTrue(
          Poll.until(
              Deadline.in(Duration.ofSeconds(20)),
              () -> helpers.count() > FaultyHelpers.MOST_STARTS),
          "the control shows nothing: " + helpers.count() + " starts");
      assertEquals(Optional.empty(), rig.client().ping().reason());
    }
  }

  /** One line for each helper, with its number, its pid, why it died and how long it had lived. */
  private static void assertDeathsAreTold(Rig rig, int atLeast) {
    assertTrue(
        Poll.until(Deadline.in(TOLD_WITHIN), () -> told(rig).size() >= atLeast - 1),
        () -> told(rig).toString()); // the last may not have been buried yet
    for (String line : told(rig)) {
      assertTrue(
          line.matches(
              ".*helper \\d+ \\(pid \\d+\\) died: killed, signal 9 \\(.*\\); it had lived for"
                  + " \\d+\\.\\d s and done 0 job\\(s\\);.*"),
          line);
    }
  }

  private static List<String> told(Rig rig) {
    return rig.process().stderr().text().lines().filter(line -> line.contains(" died: ")).toList();
  }
}
