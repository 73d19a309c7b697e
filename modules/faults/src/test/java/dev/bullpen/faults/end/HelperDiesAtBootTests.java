package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * F20: every helper dies before it says hello, or right after, before it has been given anything,
 * until it is repaired. The helpers count themselves.
 */
@Tag("F20")
class HelperDiesAtBootTests {
  /** More starts than these in a minute, and in any part of one, are a storm. */
  private static final int MOST_STARTS = 10;

  private static final Duration RECOVERS_WITHIN = Duration.ofSeconds(30);
  private static final Duration PING_WITHIN = Duration.ofMillis(50);
  private static final Duration FAILS_WITHIN = Duration.ofSeconds(1);

  /** How often a client asks in vain. */
  private static final Duration PACE = Duration.ofMillis(100);

  /** What a slow machine may take to start another, and to write about one in the log. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir Path folder;

  /** When they die. */
  private enum Death {
    AT_BOOT(FaultyProgram::brokenUntil, Set.of("boot")),
    /** A call fails because no helper is there, or because one was there for a moment. */
    UNUSED(FaultyProgram::fleetingUntil, Set.of("boot", "killed"));

    private final Maker maker;
    private final Set<String> reasons;

    Death(Maker maker, Set<String> reasons) {
      this.maker = maker;
      this.reasons = reasons;
    }
  }

  /** Makes the program of a helper, which writes to a file and works when another is there. */
  private interface Maker {
    Path make(Path program, Path starts, Path repaired);
  }

  @ParameterizedTest
  @EnumSource
  void there_is_no_storm_calls_fail_with_the_reason_and_a_repair_is_found(Death death)
      throws IOException {
    Deadline window = Deadline.in(Duration.ofSeconds(Size.repeat(5, 60)));
    try (Rig rig = start(death, "").settled()) {
      List<Duration> pings = new ArrayList<>();
      List<Duration> failures = new ArrayList<>();
      do {
        pings.add(rig.client().ping().took());
        Answer answer = rig.client().complete(Rig.FAST, "query", "");
        assertTrue(death.reasons.contains(answer.reason().orElse("")), answer.message().toString());
        failures.add(answer.took());
        Chance.pass(PACE);
      } while (!window.passed());
      assertTrue(
          Poll.until(Deadline.in(PATIENCE), () -> starts() > 1), "one start: nothing was tested");
      int seen = starts();
      System.out.printf("[measured] F20 %s: %d starts%n", death, seen);
      assertTrue(seen <= MOST_STARTS, seen + " starts: a storm");
      Percentiles answered = Percentiles.of(pings).report("F20 ping without any helper");
      Percentiles failed = Percentiles.of(failures).report("F20 completion without any helper");
      Mark.atMost("F20 a ping, p99", answered.p99(), PING_WITHIN);
      Mark.atMost("F20 a failing completion", failed.max(), FAILS_WITHIN);
      if (death == Death.UNUSED) {
        assertDeathsAreLogged(seen);
      }
      long now = System.nanoTime();
      Files.createFile(folder.resolve("repaired"));
      assertTrue(
          Poll.until(Deadline.in(Mark.slack(RECOVERS_WITHIN).plusSeconds(5)), () -> isServed(rig)),
          "no helper has come up since the repair");
      Duration recovered = Duration.ofNanos(System.nanoTime() - now);
      System.out.println("[measured] F20 recovered after " + Percentiles.ms(recovered));
      Mark.atMost("F20 recovery", recovered, RECOVERS_WITHIN);
    }
  }

  static Stream<Death> deathsOfTheControl() {
    return Size.first(1, Death.UNUSED, Death.AT_BOOT);
  }

  @ParameterizedTest
  @MethodSource("deathsOfTheControl")
  void control_without_back_off_there_is_a_storm(Death death) {
    try (Rig rig = start(death, "back-off")) {
      assertTrue(
          Poll.until(
              Deadline.in(PATIENCE),
              () -> {
                rig.send(Rig.FAST);
                return starts() > MOST_STARTS;
              }),
          "the control shows nothing: " + starts() + " starts");
      assertFalse(rig.client().ping().failed());
    }
  }

  /** One line for each helper, with its number, its pid, why it died and how long it had lived. */
  private void assertDeathsAreLogged(int seen) {
    assertTrue( // that of the last may not have been written yet
        Poll.until(Deadline.in(PATIENCE), () -> deaths().size() >= seen - 1),
        () -> deaths().toString());
    for (String line : deaths()) {
      assertTrue(
          line.matches(
              ".*helper \\d+ \\(pid \\d+\\) died: killed, signal 9 \\(.*\\); it had lived for"
                  + " \\d+\\.\\d s and done 0 job\\(s\\);.*"),
          line);
    }
  }

  /** From the log's file: of the error output only the end is kept. */
  private List<String> deaths() {
    try {
      return Files.readAllLines(folder.resolve("log")).stream()
          .filter(line -> line.contains(" died: "))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes a moment, so that asking again is no storm. */
  private static boolean isServed(Rig rig) {
    Chance.pass(PACE);
    return rig.client().complete(Rig.FAST, "query", "").values().equals(List.of("ok"));
  }

  private int starts() {
    try {
      return Files.readAllLines(folder.resolve("starts")).size();
    } catch (NoSuchFileException e) {
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Rig start(Death death, String off) {
    Path program =
        death.maker.make(
            folder.resolve("helper"), folder.resolve("starts"), folder.resolve("repaired"));
    return Rig.start(
        project -> {},
        launcher ->
            launcher
                .workers(2, 4)
                .environment("BULLPEN_LOG_FILE", folder.resolve("log").toString())
                .helper(program)
                .off(off));
  }
}
