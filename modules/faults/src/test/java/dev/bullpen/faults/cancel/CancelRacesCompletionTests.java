package dev.bullpen.faults.cancel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** F22: a cancel is sent within 5 ms of the moment the answer is due, on either side of it. */
@Tag("F22")
@Tag("promise")
class CancelRacesCompletionTests {
  private static final int HELPERS = Size.repeat(2, 4);

  /** Each side must win one race in so many, or the moment has not been hit. */
  private static final int LEAST_SHARE = 10;

  private static final Duration EITHER_SIDE = Duration.ofMillis(5);

  @Test
  void there_is_at_most_one_answer_and_none_after_the_cancel_was_read() {
    try (Rig rig = start("")) {
      Race race = new Race(rig, Chance.of("F22 cancel races completion"));
      int rounds = Size.repeat(120, 10_000);
      for (int round = 0; round < rounds; round++) {
        race.once();
      }
      rig.client().ping();
      System.out.printf(
          "[measured] F22 %d of %d races were won by the answer%n", race.answered(), rounds);
      assertTrue(
          race.answered() > rounds / LEAST_SHARE && race.answered() < rounds - rounds / LEAST_SHARE,
          "one side won nearly always: the moment was not hit");
      assertEquals(List.of(), race.broken(), "answered twice, or after the cancel was read");
      rig.awaitHelpers(HELPERS); // one that was too slow to clean up is replaced
      rig.assertCapacity(HELPERS);
      rig.assertCalm();
    }
  }

  @Tag("slow")
  @Test
  void control_without_take_once_an_answer_follows_the_cancel() {
    try (Rig rig = start("take-once")) {
      Race race = new Race(rig, Chance.of("F22 control"));
      assertTrue(
          Poll.until(
              Deadline.in(Duration.ofSeconds(60)),
              () -> {
                race.once();
                return !race.broken().isEmpty();
              }),
          "the control shows nothing: no answer followed a cancel");
    }
  }

  private static Rig start(String off) {
    return Rig.start(project -> {}, launcher -> launcher.workers(HELPERS, HELPERS).off(off))
        .settled();
  }

  /** Many requests, each cancelled at about the time its answer is due. */
  private static final class Race {
    /** A server that has just started is slower than it will be. */
    private static final int PRACTICE = 20;

    /**
     * How fast the aim follows a server that gets warm or a machine that gets busy: the faster, the
     * more often the same side has won in a row.
     */
    private static final Duration CORRECTION = Duration.ofNanos(200_000);

    private final Rig rig;
    private final Chance chance;
    private Duration due;
    private boolean answeredLast;
    private int inARow;
    // How many answers there were when the server had certainly read the cancel.
    private final Map<Long, Integer> answersAtCancel = new HashMap<>();

    Race(Rig rig, Chance chance) {
      this.rig = rig;
      this.chance = chance;
      this.due =
          Stream.generate(() -> rig.client().complete(Rig.FAST, "query", "").took())
              .limit(PRACTICE)
              .min(Comparator.naturalOrder())
              .orElseThrow();
    }

    void once() {
      Job job = rig.send(Rig.FAST);
      Chance.pass(due.plus(chance.between(EITHER_SIDE.negated(), EITHER_SIDE)));
      rig.client().cancel(job.id());
      // Lines are read in order: after this answer the cancel has been read.
      rig.client().ping();
      int answers = rig.client().answers(job.id());
      answersAtCancel.put(job.id(), answers);
      boolean answered = answers > 0;
      inARow = answered == answeredLast ? inARow + 1 : 1;
      answeredLast = answered;
      Duration correction = CORRECTION.multipliedBy(inARow);
      due = answered ? due.minus(correction) : due.plus(correction);
    }

    long answered() {
      return answersAtCancel.values().stream().filter(answers -> answers > 0).count();
    }

    /** Requests that were answered twice, or after their cancel had been read: what was said. */
    List<String> broken() {
      return answersAtCancel.entrySet().stream()
          .filter(
              entry -> {
                int now = rig.client().answers(entry.getKey());
                return now > 1 || now > entry.getValue();
              })
          .map(entry -> around(entry.getKey()))
          .toList();
    }

    /** The lines from the request to its last answer. */
    private String around(long id) {
      List<Line> lines = rig.process().transcript().lines();
      int from = 0;
      int to = 0;
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).text().contains("\"id\":" + id + ",")) {
          from = from == 0 ? i : from;
          to = i;
        }
      }
      return lines.subList(from, to + 1).stream()
          .map(Line::toString)
          .collect(Collectors.joining("\n", "request " + id + ":\n", ""));
    }
  }
}
