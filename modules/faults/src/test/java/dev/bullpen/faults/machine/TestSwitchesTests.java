package dev.bullpen.faults.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.fixture.Nobody;
import dev.bullpen.testkit.rig.Rig;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What a server says of how it was started, and what no inherited variable does to it. */
class TestSwitchesTests {
  private static final String GUARD = " guard ";
  private static final String AS_ROOT = "this server runs as root";

  @Test
  void variables_alone_switch_nothing_off_and_a_user_who_is_not_root_reads_nothing_of_root() {
    try (Rig rig =
        start(
            launcher ->
                Nobody.startsUnlessRoot(launcher)
                    .environment("BULLPEN_TEST_OFF", "guard,hiding")
                    .environment("BULLPEN_TEST_HELPER", "/bin/false")
                    .environment("BULLPEN_JAVA_OPTS", "-Dbullpen.test=true")
                    .environment("JAVA_TOOL_OPTIONS", "-Dbullpen.test=true")
                    .environment("JDK_JAVA_OPTIONS", "-Dbullpen.test=true"))) {
      Answer answer = rig.client().complete(Rig.FAST, "query", "next");
      assertEquals(List.of("ok"), answer.values(), answer.message().toString());
      assertTrue(hasGuard(rig));
      assertFalse(rig.process().stderr().text().contains("for a test"));
      assertFalse(rig.process().stderr().text().contains(AS_ROOT));
    }
  }

  @Test
  void with_the_word_of_a_test_they_do_and_the_log_says_so_and_once_what_root_means() {
    try (Rig rig = start(launcher -> launcher.off("guard"))) {
      rig.process().stderr().assertSays("for a test, BULLPEN_TEST_OFF switches off");
      assertFalse(hasGuard(rig));
      assumeTrue(Launcher.isRoot(), "only root can start a server as root");
      rig.process().stderr().assertSays(AS_ROOT);
      assertEquals(2, rig.process().stderr().text().split(AS_ROOT, -1).length);
    }
  }

  private static boolean hasGuard(Rig rig) {
    return rig.family().stream().anyMatch(one -> one.commandLine().contains(GUARD));
  }

  private static Rig start(UnaryOperator<Launcher> changed) {
    return Rig.start(project -> {}, launcher -> changed.apply(launcher.asShipped().workers(1, 1)));
  }
}
