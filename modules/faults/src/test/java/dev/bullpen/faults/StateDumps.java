package dev.bullpen.faults;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.rig.Rig;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

/** What a server says of itself when it is sent QUIT. */
final class StateDumps {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String BEGIN = "bullpen: state of server ";
  private static final String END = "bullpen: end of state";

  /**
   * On a busy machine a helper may not have said in time that it is clean, and one that has done
   * its jobs is replaced.
   */
  private static final Pattern NONE_BY_ITSELF =
      Pattern.compile("died: (none|\\d+ (hung|recycled)(, \\d+ (hung|recycled))*)\n");

  private StateDumps() {}

  /**
   * Ask until there is an answer: the server listens a moment after its greeting, until when the
   * JVM alone answers. Once for each server.
   */
  static String of(Rig rig) {
    Deadline deadline = Deadline.in(SOON);
    while (!deadline.passed()) {
      rig.process().signal(Signal.QUIT);
      AtomicReference<String> state = new AtomicReference<>("");
      if (Poll.until(
          Deadline.in(Duration.ofSeconds(1)),
          () -> !state.updateAndGet(before -> state(tail(rig))).isEmpty())) {
        return state.get();
      }
    }
    throw new AssertionError("nothing was said about QUIT within " + SOON + ": " + tail(rig));
  }

  /** The jobs so far have cost no helper: each has put its own away, and taken the next job. */
  static void assertHelpersStayed(Rig rig) {
    String state = of(rig);
    assertTrue(NONE_BY_ITSELF.matcher(state).find(), state);
  }

  /** The last whole one; empty while there is none, or its beginning has been read long ago. */
  private static String state(String text) {
    int end = text.lastIndexOf(END);
    int begin = text.lastIndexOf(BEGIN, end);
    return begin < 0 ? "" : text.substring(begin, end);
  }

  private static String tail(Rig rig) {
    return rig.process().stderr().text();
  }
}
