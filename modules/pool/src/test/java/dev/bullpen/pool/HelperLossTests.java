package dev.bullpen.pool;

import static dev.bullpen.pool.TestPool.LONG_ENOUGH;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.helper.KillTimes;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Helpers that die, hang or do not come up. */
class HelperLossTests {
  @TempDir Path folder;

  @AfterEach
  void nothing_is_left() throws IOException {
    TestPool.assertNoChildren();
  }

  @Test
  void a_helper_that_is_killed_fails_its_job_and_is_replaced() throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      TestPool.Running victim = pool.run("kill -9 $PPID; sleep 60");
      assertEquals(FailureReason.KILLED, victim.failure());
      assertEquals("next\n", pool.run("echo next").output());
      assertEquals(2, pool.pool().view().started());
    }
  }

  @Test
  void a_helper_that_hangs_is_ended_with_all_it_had() throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      Path helper = folder.resolve("helper");
      TestPool.Running job = pool.run("echo $PPID >" + helper + "; sleep 60");
      await().atMost(LONG_ENOUGH).until(() -> Files.exists(helper) && Files.size(helper) > 1);
      int pid = Integer.parseInt(Files.readString(helper).trim());
      Child.signal(pid, Signal.STOP);
      TestPool.awaitStopped(pid);
      assertTrue(job.job().cancel());
      assertEquals("next\n", pool.run("echo next").output());
      await().atMost(LONG_ENOUGH).until(() -> Self.children().size() == 2); // new helper and guard
    }
  }

  @Tag("slow")
  @Test
  void a_helper_that_says_it_is_spent_and_stays_is_ended() throws Exception {
    Path spent = folder.resolve("spent");
    HelperCommand staying =
        StandIn.shell(
            StandIn.HELLO
                + "[ $(head -c 1 <&3 | wc -c) = 1 ] || exit 0; "
                + StandIn.printing(new Frame.Exited(1, false, 0, Frame.Overflow.NONE, false))
                + "; "
                + StandIn.printing(new Frame.Spent(1))
                + "; echo $$ >%1$s.new; mv %1$s.new %1$s; exec sleep 600".formatted(spent));
    try (TestPool pool = new TestPool(staying, KillTimes.USUAL)) {
      assertEquals("", pool.run("echo").output());
      await().atMost(LONG_ENOUGH).until(() -> Files.exists(spent));
      Path process = Path.of("/proc", Files.readString(spent).strip());
      await().atMost(LONG_ENOUGH).until(() -> Files.notExists(process));
    }
  }

  @Test
  void helpers_that_do_not_come_up_park_the_pool_with_the_reason() throws Exception {
    HelperCommand broken = new HelperCommand(List.of("/bin/false"), Map.of());
    try (TestPool pool = new TestPool(broken, 4, 16)) {
      assertEquals(FailureReason.BOOT, pool.run("echo").failure());
      await().atMost(LONG_ENOUGH).until(() -> pool.pool().view().parked());
      assertEquals(FailureReason.BOOT, pool.run("echo").failure());
      assertTrue(pool.pool().view().started() <= 10, pool.pool().view().toString());
    }
  }

  @Test
  void a_helper_whose_start_ends_in_an_error_of_the_jvm_is_started_again() throws Exception {
    List<String> argv = TestPool.helperCommand().argv();
    AtomicBoolean failed = new AtomicBoolean();
    List<String> once =
        new AbstractList<>() {
          @Override
          public String get(int index) {
            if (Thread.currentThread().getName().startsWith("pool worker")
                && failed.compareAndSet(false, true)) {
              throw new OutOfMemoryError("as if the heap were full");
            }
            return argv.get(index);
          }

          @Override
          public int size() {
            return argv.size();
          }
        };
    HelperCommand command = new HelperCommand(once, TestPool.helperCommand().environment());
    try (TestPool pool = new TestPool(command, 1, 1)) {
      assertEquals("ran\n", pool.run("echo ran").output());
      assertTrue(failed.get());
    }
  }

  @Test
  void a_job_that_cannot_be_sent_for_an_error_of_the_jvm_fails_and_its_helper_goes_on()
      throws Exception {
    Map<String, String> broken =
        new AbstractMap<>() {
          @Override
          public Set<Entry<String, String>> entrySet() {
            throw new NoClassDefFoundError("as if a jar were gone");
          }
        };
    JobRequest.Script script = TestPool.script("/bin/true");
    JobRequest sane = TestPool.request("true", Lane.INTERACTIVE, LONG_ENOUGH, 10);
    JobRequest request =
        new JobRequest(
            "test",
            Lane.INTERACTIVE,
            new JobRequest.Script(script.program(), script.directory(), broken, Map.of()),
            sane.limits(),
            Optional.empty());
    try (TestPool pool = new TestPool(1, 1)) {
      assertEquals("warm\n", pool.run("echo warm").output());
      assertEquals(FailureReason.NOT_STARTED, pool.run(request).failure());
      assertEquals("next\n", pool.run("echo next").output());
    }
  }

  @Test
  void an_error_of_a_listener_costs_no_other_job_its_answer() throws Exception {
    HelperCommand broken = new HelperCommand(List.of("/bin/false"), Map.of());
    try (TestPool pool = new TestPool(broken, 1, 1)) {
      JobRequest request = TestPool.request("true", Lane.INTERACTIVE, LONG_ENOUGH, 10);
      pool.pool()
          .submit(
              request,
              outcome -> {
                throw new NoClassDefFoundError("as if a jar were gone");
              });
      assertEquals(FailureReason.BOOT, pool.run("echo").failure());
    }
  }

  @Test
  void helpers_that_come_up_and_die_unused_park_the_pool_too() throws Exception {
    HelperCommand fleeting = StandIn.shell(StandIn.HELLO + "exit 7");
    try (TestPool pool = new TestPool(fleeting, 4, 16)) {
      pool.pool().start();
      await().atMost(LONG_ENOUGH).until(() -> pool.pool().view().parked());
      // Who comes in the moment in which a helper is up gets that helper.
      JobOutcome.Failed refused =
          await()
              .atMost(LONG_ENOUGH)
              .until(
                  () -> (JobOutcome.Failed) pool.run("echo").outcome(),
                  failed -> failed.reason() == FailureReason.BOOT);
      assertTrue(refused.detail().contains("exit code 7"), refused.detail());
      assertTrue(pool.pool().view().started() <= 10, pool.pool().view().toString());
    }
  }

  @Test
  void helpers_that_die_in_the_middle_of_their_first_jobs_are_replaced_at_once() throws Exception {
    HelperCommand choking = StandIn.shell(StandIn.HELLO + "head -c 1 >/dev/null <&3; kill -9 $$");
    try (TestPool pool = new TestPool(choking, 1, 1)) {
      for (int i = 0; i < 10; i++) {
        assertEquals(FailureReason.KILLED, pool.run("echo").failure());
      }
      assertFalse(pool.pool().view().parked());
    }
  }
}
