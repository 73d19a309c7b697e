package dev.bullpen.faults.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.fixture.Namespaces;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Nobody;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.fixture.StateDumps;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server of an ordinary user, and its helpers, hide from all other processes of that user. What
 * the server itself, its guard and its operator do goes on.
 */
class HiddenServerTests {
  private static final Duration GONE_WITHIN = Duration.ofSeconds(5);

  private static final String UNSEEN = "/proc does not show helper ";

  @Needs("setsid")
  @Test
  void its_user_asks_it_and_cancels_and_what_a_killed_helper_or_server_leaves_goes_with_it() {
    try (Rig rig = start()) {
      its_user_asks_it_by_jcmd_and_by_a_signal(rig);

      Job cancelled = rig.begin("daemon", 2);
      rig.client().cancel(cancelled.id());
      rig.assertGone(cancelled, Mark.slack(GONE_WITHIN));

      Job left = rig.begin("daemon", 2);
      rig.helpers().forEach(helper -> Signal.KILL.to(helper.pid()));
      rig.assertGone(left, Mark.slack(GONE_WITHIN));

      rig.begin("daemon", 2);
      List<Proc> family = rig.family();
      rig.helpers().forEach(helper -> Signal.STOP.to(helper.pid()));
      rig.process().signal(Signal.KILL);
      rig.assertNothing(family, Mark.slack(GONE_WITHIN));
    }
  }

  private static void its_user_asks_it_by_jcmd_and_by_a_signal(Rig rig) {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    assumeTrue(Files.isExecutable(jcmd), "jcmd is needed, which comes with a JDK");
    Sh.run(
        (Launcher.isRoot() ? Nobody.BECOME : "exec") + " \"$1\" $2 VM.version",
        jcmd.toString(),
        Long.toString(rig.process().pid()));
    String state = StateDumps.of(rig);
    assertTrue(state.contains("helper 1"), state);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hidepid=1", "hidepid=2"})
  @Needs({"unshare", "setpriv"})
  void where_proc_does_not_show_helpers_the_log_says_once_what_is_lost_and_what_to_do(
      String option) {
    try (Rig rig = start(2, launcher -> withProc(option, launcher))) {
      rig.process().stderr().assertSays(UNSEEN);
      rig.begin("daemon", 2);
      assertEquals(2, rig.process().stderr().text().split(UNSEEN, -1).length);
    }
  }

  @Test
  @Needs({"unshare", "setpriv"})
  void where_a_group_of_the_servers_user_may_see_them_it_says_nothing() {
    try (Rig rig = start(1, launcher -> withProc("hidepid=2,gid=" + Nobody.ID, launcher))) {
      rig.begin("daemon", 2);
      assertFalse(rig.process().stderr().text().contains(UNSEEN));
    }
  }

  /** In mounts of its own, with another /proc. */
  private static Launcher withProc(String option, Launcher launcher) {
    String unshare = Namespaces.mounts().orElse("");
    assumeTrue(
        Launcher.isRoot() && Sh.succeeds(unshare + " mount -t proc -o " + option + " proc /proc"),
        "a /proc that hides processes is needed: run this as root, outside of containers");
    List<String> starter = new ArrayList<>(List.of(unshare.split(" ")));
    starter.addAll(
        List.of(
            "/bin/sh", "-c", "mount -t proc -o " + option + " proc /proc && exec \"$@\"", "sh"));
    return launcher.by(starter.toArray(String[]::new));
  }

  private static Rig start() {
    return start(1, launcher -> launcher);
  }

  private static Rig start(int helpers, UnaryOperator<Launcher> changed) {
    return Rig.start(
        project -> project.provider("daemon", Scripts.DAEMON),
        launcher ->
            changed.apply(
                Nobody.startsUnlessRoot(
                    launcher.asShipped().workers(helpers, helpers).with("--isolation", "group"))));
  }
}
