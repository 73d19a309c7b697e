package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * F3: the client is killed, and nobody else or somebody else still holds the server's pipes. The
 * client that is killed is a shell that has started the server and holds the other ends of both
 * pipes; this program, which speaks through them too, is somebody else.
 */
@Tag("F3")
class ClientKilledTests {
  private static final Duration WITHIN = Duration.ofSeconds(2);
  private static final Duration WITHIN_THOUGH_HELD = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** In which a server that knows that its client is gone would have ended. */
  private static final Duration CONTROL = Duration.ofSeconds(Size.repeat(7, 20));

  /** What the log says of a client that is known to be gone by nothing but this. */
  private static final String STARTER_GONE = "the process that started this server";

  /** Starts the server with its own pipes, whose other ends it holds, and stays. */
  private static final String CLIENT =
      "exec 5>/proc/$$/fd/0 6</proc/$$/fd/1 7<&0; \"$@\" <&7 5>&- 6<&- 7<&- & exec 0</dev/null"
          + " 1>/dev/null 7<&-; wait";

  /** The same, but it holds nothing. */
  private static final String STARTER =
      "exec 7<&0; \"$@\" <&7 7<&- & exec 0</dev/null 1>/dev/null 7<&-; wait";

  @Test
  void nothing_survives_if_nobody_else_holds_the_pipes() {
    List<Duration> gone = new ArrayList<>();
    for (int round = 0; round < Size.repeat(1, 100); round++) {
      try (Rig rig = busy(CLIENT, "")) {
        rig.process().closeStdin();
        rig.process().closeStdout();
        gone.add(killed(rig));
      }
    }
    Percentiles percentiles =
        Percentiles.of(gone).report("F3 client killed, end of input, nothing left after");
    Mark.atMost("F3 until nothing is left", percentiles.max(), WITHIN);
  }

  @Test
  void nothing_survives_if_somebody_else_holds_the_input_open() {
    // Where nothing but this is noticed: that nobody reads.
    try (Rig rig = busy(CLIENT, "parent-watch")) {
      rig.process().closeStdout();
      Duration gone = killed(rig);
      System.out.println(
          "[measured] F3 input held open, nothing left after " + Percentiles.ms(gone));
      Mark.atMost("F3 until nothing is left, input held open", gone, WITHIN);
    }
  }

  @Test
  void nothing_survives_if_somebody_else_holds_both_open_and_the_log_says_why() {
    try (Rig rig = busy(CLIENT, "")) {
      Duration gone = killed(rig);
      System.out.println(
          "[measured] F3 both pipes held open, nothing left after " + Percentiles.ms(gone));
      Mark.atMost("F3 until nothing is left, both held open", gone, WITHIN_THOUGH_HELD);
      rig.process().stderr().assertSays(STARTER_GONE + " (pid " + rig.process().pid() + ")");
    }
  }

  @Test
  void a_client_that_goes_on_without_who_started_the_server_is_served() {
    try (Rig rig = busy(STARTER, "")) {
      Signal.KILL.to(rig.process().pid());
      assertTrue(
          Poll.until(
              Deadline.in(PATIENCE),
              () -> {
                rig.client().ping();
                return rig.process().stderr().text().contains("its client goes on");
              }),
          rig.process().stderr().text());
      assertFalse(rig.client().complete(Rig.FAST, "query", "still").failed());
    }
  }

  @Test
  void control_without_looking_at_the_parent_a_server_stays_and_so_does_one_started_by_nohup() {
    try (Rig unwatched = busy(CLIENT, "parent-watch");
        Rig outliving = busy("trap '' HUP; " + STARTER, "")) {
      List<Proc> family = unwatched.family();
      Signal.KILL.to(unwatched.process().pid());
      Signal.KILL.to(outliving.process().pid());
      Sighting sighting = unwatched.awaitNothing(family, CONTROL);
      assertFalse(sighting.none(), "the control shows nothing: all were gone");
      for (Rig rig : List.of(unwatched, outliving)) {
        assertFalse(rig.client().complete(Rig.FAST, "query", "still").failed());
      }
    }
  }

  private static Duration killed(Rig rig) {
    List<Proc> family = rig.family();
    long killed = System.nanoTime();
    Signal.KILL.to(rig.process().pid());
    Sighting sighting = rig.assertNothing(family, PATIENCE);
    return sighting.since(killed);
  }

  private static Rig busy(String starter, String off) {
    Rig rig =
        Rig.start(
                project -> project.provider("family", Scripts.TWO_CHILDREN),
                launcher -> started(launcher.workers(2, 2).off(off), starter))
            .settled();
    rig.begin("family", 2);
    return rig;
  }

  private static Launcher started(Launcher launcher, String starter) {
    return launcher.by("/bin/sh", "-c", starter, "client");
  }
}
