package dev.bullpen.faults;

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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** F20: every helper dies before it says hello, until it is repaired. */
class HelperDiesAtBootTests {
  private static final int MOST_STARTS = 10;
  private static final Duration PING_WITHIN = Duration.ofMillis(50);
  private static final Duration FAILS_WITHIN = Duration.ofSeconds(1);
  private static final Duration RECOVERS_WITHIN = Duration.ofSeconds(30);

  /** How often a client asks in vain. */
  private static final Duration PACE = Duration.ofMillis(100);

  @TempDir Path folder;
  private Path starts;
  private Path repaired;
  private Path program;

  @BeforeEach
  void breakIt() {
    starts = folder.resolve("starts");
    repaired = folder.resolve("repaired");
    program = FaultyProgram.brokenUntil(folder.resolve("helper"), starts, repaired);
  }

  @Test
  void there_is_no_storm_and_calls_fail_with_the_reason_until_it_is_repaired() throws IOException {
    Deadline window = Deadline.in(Duration.ofSeconds(Size.repeat(10, 60)));
    try (Rig rig = start("")) {
      List<Duration> pings = new ArrayList<>();
      List<Duration> failures = new ArrayList<>();
      while (!window.passed()) {
        pings.add(rig.client().ping().took());
        Answer answer = rig.client().complete(Rig.FAST, "query", "");
        assertEquals(Optional.of("boot"), answer.reason(), answer.message().toString());
        failures.add(answer.took());
        Chance.pass(PACE);
      }
      System.out.printf("[measured] F20 %d starts%n", starts());
      assertTrue(starts() <= MOST_STARTS, starts() + " starts: a storm");
      Percentiles answered = Percentiles.of(pings).report("F20 ping without any helper");
      Percentiles failed = Percentiles.of(failures).report("F20 completion without any helper");
      Mark.atMost("F20 a ping, p99", answered.p99(), PING_WITHIN);
      Mark.atMost("F20 a failing completion", failed.max(), FAILS_WITHIN);

      long now = System.nanoTime();
      Files.createFile(repaired);
      assertTrue(
          Poll.until(Deadline.in(RECOVERS_WITHIN.plusSeconds(5)), () -> serves(rig)),
          "no helper has come up since the repair");
      Duration recovered = Duration.ofNanos(System.nanoTime() - now);
      System.out.println("[measured] F20 recovered after " + Percentiles.ms(recovered));
      Mark.atMost("F20 recovery", recovered, RECOVERS_WITHIN);
    }
  }

  @Test
  void control_without_back_off_there_is_a_storm() {
    try (Rig rig = start("back-off")) {
      assertTrue(
          Poll.until(
              Deadline.in(Duration.ofSeconds(20)),
              () -> {
                rig.send(Rig.FAST);
                return starts() > MOST_STARTS;
              }),
          "the control shows nothing: " + starts() + " starts");
    }
  }

  private static boolean serves(Rig rig) {
    Chance.pass(PACE);
    return rig.client().complete(Rig.FAST, "query", "").values().equals(List.of("ok"));
  }

  private int starts() {
    try {
      return Files.readAllLines(starts).size();
    } catch (NoSuchFileException e) {
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Rig start(String off) {
    return Rig.start(project -> {}, launcher -> launcher.workers(2, 4).helper(program).off(off));
  }
}
