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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** F20: every helper dies before it says hello, until it is repaired. */
@Tag("F20")
class HelperDiesAtBootTests {
  private static final Duration PING_WITHIN = Duration.ofMillis(50);
  private static final Duration FAILS_WITHIN = Duration.ofSeconds(1);

  @TempDir Path folder;
  private FaultyHelpers helpers;

  @BeforeEach
  void breakThem() {
    helpers = FaultyHelpers.in(folder, FaultyProgram::brokenUntil);
  }

  @Test
  void there_is_no_storm_and_calls_fail_with_the_reason_until_it_is_repaired() throws IOException {
    Deadline window = Deadline.in(Duration.ofSeconds(Size.repeat(5, 60)));
    try (Rig rig = helpers.start("").settled()) {
      List<Duration> pings = new ArrayList<>();
      List<Duration> failures = new ArrayList<>();
      do {
        pings.add(rig.client().ping().took());
        Answer answer = rig.client().complete(Rig.FAST, "query", "");
        assertEquals(Optional.of("boot"), answer.reason(), answer.message().toString());
        failures.add(answer.took());
        Chance.pass(FaultyHelpers.PACE);
      } while (!window.passed());
      System.out.printf("[measured] F20 %d starts%n", helpers.count());
      assertTrue(
          helpers.count() <= FaultyHelpers.MOST_STARTS, helpers.count() + " starts: a storm");
      Percentiles answered = Percentiles.of(pings).report("F20 ping without any helper");
      Percentiles failed = Percentiles.of(failures).report("F20 completion without any helper");
      Mark.atMost("F20 a ping, p99", answered.p99(), PING_WITHIN);
      Mark.atMost("F20 a failing completion", failed.max(), FAILS_WITHIN);

      long now = System.nanoTime();
      helpers.repair();
      assertTrue(
          Poll.until(
              Deadline.in(Mark.slack(FaultyHelpers.RECOVERS_WITHIN).plusSeconds(5)),
              () -> FaultyHelpers.serves(rig)),
          "no helper has come up since the repair");
      Duration recovered = Duration.ofNanos(System.nanoTime() - now);
      System.out.println("[measured] F20 recovered after " + Percentiles.ms(recovered));
      Mark.atMost("F20 recovery", recovered, FaultyHelpers.RECOVERS_WITHIN);
    }
  }

  @Test
  void control_without_back_off_there_is_a_storm() {
    try (Rig rig = helpers.start("back-off")) {
      assertTrue(
          Poll.until(
              Deadline.in(Duration.ofSeconds(20)),
              () -> {
                rig.send(Rig.FAST);
                return helpers.count() > FaultyHelpers.MOST_STARTS;
              }),
          "the control shows nothing: " + helpers.count() + " starts");
    }
  }
}
