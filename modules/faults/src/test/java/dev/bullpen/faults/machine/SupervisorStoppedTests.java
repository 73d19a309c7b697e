package dev.bullpen.faults.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * F25: the supervisor stands still for a while, as by SIGSTOP or a debugger, and its helpers do
 * not. Nobody is ended for a silence that was the supervisor's.
 */
@Tag("F25")
class SupervisorStoppedTests {
  private static final Duration STOPPED = Duration.ofSeconds(Size.repeat(4, 30));
  private static final int HELPERS = 4;

  private static final int ROUNDS = 20;

  /** It is a matter of chance, in some machines' hours a rare one. */
  private static final int CONTROL_ROUNDS = 5 * ROUNDS;

  /** Passes while the supervisor stands still. */
  private static final int LIMIT_SECONDS = 3;

  @Test
  void no_helper_is_ended_who_was_in_time_has_its_answer_and_who_was_not_is_ended_as_ever() {
    try (Rig rig = start()) {
      List<Integer> helpers = rig.awaitHelpers(HELPERS);
      Job stays = rig.begin("stays", 1);
      Job soon = rig.begin("soon", 1);
      rig.process().signal(Signal.STOP);
      long ping = rig.client().send("ping", Messages.json("{}"));
      Job asked = rig.send(Rig.FAST);
      Chance.pass(STOPPED);
      rig.process().signal(Signal.CONT);

      assertEquals(List.of("in time"), rig.await(soon).values(), "it ended before its limit");
      assertFalse(rig.client().await(ping, McpClient.PATIENCE).failed());
      assertEquals(List.of("ok"), rig.await(asked).values());
      assertEquals(0, rig.client().answers(stays.id()), "its limit is far away");
      assertEquals(helpers, rig.awaitHelpers(HELPERS), rig.process().stderr().text());
      rig.client().cancel(stays.id());
      assertGone(rig, stays);
      rig.assertCapacity(HELPERS);

      Job over = rig.begin("over", 1);
      rig.process().signal(Signal.STOP);
      Chance.pass(STOPPED);
      rig.process().signal(Signal.CONT);
      Answer late = rig.await(over);
      assertEquals(Optional.of("timeout"), late.reason(), late.message().toString());
      assertGone(rig, over);
      rig.assertCalm();
    }
  }

  @Test
  void a_cancel_just_before_costs_no_helper() {
    assumeFullSize();
    try (Rig rig = start()) {
      List<Integer> helpers = rig.awaitHelpers(HELPERS);
      for (int round = 0; round < ROUNDS; round++) {
        cancelAndStop(rig);
      }
      rig.assertCapacity(HELPERS);
      assertEquals(helpers, rig.awaitHelpers(HELPERS), rig.process().stderr().text());
    }
  }

  @Test
  void control_without_settling_first_helpers_are_ended_for_the_silence() {
    assumeFullSize();
    try (Rig rig = start("settling")) {
      List<Integer> helpers = rig.awaitHelpers(HELPERS);
      boolean ended = false;
      for (int round = 0; round < CONTROL_ROUNDS && !ended; round++) {
        cancelAndStop(rig);
        ended = !helpers.equals(rig.awaitHelpers(HELPERS));
      }
      assertTrue(ended, "the control shows nothing");
    }
  }

  private static void assumeFullSize() {
    assumeTrue(
        Size.asked() == Size.FULL,
        "on a busy machine a helper may be too slow to clean up in time: at full size only");
  }

  /** What the helper has to say of the cancel may come while the supervisor stands still. */
  private static void cancelAndStop(Rig rig) {
    Job stays = rig.begin("stays", 1);
    rig.client().cancel(stays.id());
    rig.process().signal(Signal.STOP);
    Chance.pass(Duration.ofSeconds(1));
    rig.process().signal(Signal.CONT);
    assertGone(rig, stays);
  }

  private static void assertGone(Rig rig, Job job) {
    rig.assertGone(job, McpClient.PATIENCE);
  }

  private static Rig start(String... off) {
    return Rig.start(
            SupervisorStoppedTests::project,
            launcher -> launcher.workers(HELPERS, HELPERS).off(off))
        .settled();
  }

  private static void project(ProjectFixture project) {
    project
        .provider(
            "soon", LIMIT_SECONDS, Scripts.READY + "ready\nsleep 1\nprintf '[\"in time\"]\\n'\n")
        .provider("over", LIMIT_SECONDS, Scripts.HOLD)
        .provider("stays", ProjectFixture.LONG_SECONDS, Scripts.HOLD);
  }
}
