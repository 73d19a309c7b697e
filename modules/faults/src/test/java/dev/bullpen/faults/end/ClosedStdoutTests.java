package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** F14: the client closes the server's standard output and nothing else. */
@Tag("F14")
@Tag("promise")
class ClosedStdoutTests {
  private static final int EXIT_CODE = 0;
  private static final Duration GONE_WITHIN = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  static Stream<Boolean> busyOrNot() {
    return Size.first(1, false, true);
  }

  @ParameterizedTest
  @MethodSource("busyOrNot")
  void the_server_ends_in_order_whether_or_not_it_is_busy(boolean busy) {
    try (Rig rig = start("")) {
      if (busy) {
        rig.begin("family", 2);
      }
      assertEnds(rig);
    }
  }

  @Tag("slow")
  @Test
  void control_without_watching_an_idle_server_notices_only_when_it_writes_something() {
    try (Rig rig = start("stdout-watch")) {
      List<Proc> family = rig.family();
      rig.process().closeStdout();
      assertEquals(
          OptionalInt.empty(),
          rig.process().awaitExit(Deadline.in(GONE_WITHIN)),
          "the control shows nothing: the server has ended");
      long written = System.nanoTime();
      rig.client().send("ping", Messages.json("{}"));
      assertGone(rig, family, written);
    }
  }

  private static void assertEnds(Rig rig) {
    List<Proc> family = rig.family();
    long closed = System.nanoTime();
    rig.process().closeStdout();
    assertGone(rig, family, closed);
  }

  private static void assertGone(Rig rig, List<Proc> family, long closed) {
    assertEquals(OptionalInt.of(EXIT_CODE), rig.process().awaitExit(Deadline.in(PATIENCE)));
    Sighting sighting = rig.assertNothing(family, PATIENCE);
    Mark.atMost("F14 until nothing is left", sighting.since(closed), GONE_WITHIN);
  }

  private static Rig start(String off) {
    return Rig.start(
            project -> project.provider("family", Scripts.TWO_CHILDREN),
            launcher -> launcher.workers(2, 2).off(off))
        .settled();
  }
}
