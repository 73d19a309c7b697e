package dev.bullpen.faults.machine;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.faults.fixture.Needs;
import dev.bullpen.faults.fixture.Nobody;
import dev.bullpen.faults.fixture.Sh;
import dev.bullpen.faults.fixture.StateDumps;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A server of an ordinary user, and its helpers, hide from all other processes of that user. What
 * the server itself, its guard and its operator do goes on.
 */
class HiddenServerTests {
  private static final Duration GONE_WITHIN = Duration.ofSeconds(5);

  @Needs("setsid")
  @Test
  void what_a_stopped_helper_holds_goes_with_a_server_that_is_killed() {
    try (Rig rig = start()) {
      rig.begin("daemon", 2);
      List<Proc> family = rig.family();
      rig.helpers().forEach(helper -> Signal.STOP.to(helper.pid()));
      rig.process().signal(Signal.KILL);
      rig.assertNothing(family, Mark.slack(GONE_WITHIN));
    }
  }

  @Needs("setsid")
  @Test
  void what_a_killed_helper_leaves_goes_with_it() {
    try (Rig rig = start()) {
      Job job = rig.begin("daemon", 2);
      rig.helpers().forEach(helper -> Signal.KILL.to(helper.pid()));
      rig.assertGone(job, Mark.slack(GONE_WITHIN));
    }
  }

  @Needs("setsid")
  @Test
  void a_cancel_ends_all_of_a_job() {
    try (Rig rig = start()) {
      Job job = rig.begin("daemon", 2);
      rig.client().cancel(job.id());
      rig.assertGone(job, Mark.slack(GONE_WITHIN));
    }
  }

  @Test
  void its_user_asks_it_by_jcmd_and_by_a_signal() {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    assumeTrue(Files.isExecutable(jcmd), "jcmd is needed, which comes with a JDK");
    try (Rig rig = start()) {
      Sh.run(
          (Launcher.isRoot() ? Nobody.BECOME : "exec") + " \"$1\" $2 VM.version",
          jcmd.toString(),
          Long.toString(rig.process().pid()));
      assertTrue(StateDumps.of(rig).contains("helper 1"), () -> StateDumps.of(rig));
    }
  }

  private static Rig start() {
    return Rig.start(
        project -> project.provider("daemon", Scripts.DAEMON),
        launcher ->
            Nobody.startsUnlessRoot(
                launcher.asShipped().workers(1, 1).with("--isolation", "group")));
  }
}
