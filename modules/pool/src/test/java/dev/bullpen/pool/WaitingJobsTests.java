package dev.bullpen.pool;

import static dev.bullpen.pool.TestPool.LONG_ENOUGH;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fuzz.Rounds;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobHandle;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that have no helper yet: whose turn it is, and what can still be done with them. */
class WaitingJobsTests {
  @TempDir Path folder;

  @AfterEach
  void nothing_is_left() throws IOException {
    TestPool.assertNoChildren();
  }

  @Test
  void jobs_of_a_full_client_wait_with_its_large_outcomes_and_those_of_others_run()
      throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      TestClient client = new TestClient();
      TestPool.Running brings = pool.run(request("head -c 300000 /dev/zero", client));
      Runnable large = client.nextLarge();
      client.full(true);
      TestPool.Running waits = pool.run(request("echo late", client));
      TestPool.Running cancelled = pool.run(request("echo never", client));
      assertEquals("other\n", pool.run(request("echo other", new TestClient())).output());
      assertEquals("own\n", pool.run("echo own").output(), "a job of the server itself");
      assertEquals(2, pool.pool().view().waiting());
      assertTrue(cancelled.job().cancel());
      assertTrue(brings.outcomes().isEmpty());
      large.run();
      assertEquals(300_000, brings.output().length());
      client.full(false);
      pool.pool().roomAgain();
      assertEquals("late\n", waits.output());
      assertTrue(cancelled.outcomes().isEmpty());
    }
  }

  @Test
  void what_is_long_and_waits_can_still_be_cancelled_but_not_time_out() throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      TestClient client = new TestClient();
      TestPool.Running brings = pool.run(request("head -c 300000 /dev/zero", client));
      Runnable large = client.nextLarge();
      Job job = ((HelperPool.Handle) brings.job()).job;
      assertFalse(job.fail(FailureReason.KILLED, "too late for that"));
      assertFalse(job.expire());
      assertTrue(brings.job().cancel());
      large.run();
      assertTrue(brings.outcomes().isEmpty());
      assertEquals("ok\n", pool.run("echo ok").output());
    }
  }

  private static JobRequest request(String script, TestClient client) {
    return TestPool.request(script, Lane.INTERACTIVE, LONG_ENOUGH, 1_000_000)
        .ownedBy(client.owner());
  }

  @Test
  void long_jobs_leave_a_helper_to_interactive_ones() throws Exception {
    try (TestPool pool = new TestPool(2, 2)) {
      List<TestPool.Running> longOnes = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        longOnes.add(pool.run("sleep 60", Lane.LONG, Duration.ofMinutes(2), 10));
      }
      for (int i = 0; i < 10; i++) {
        assertEquals(i + "\n", pool.run("echo " + i).output());
      }
      await().atMost(LONG_ENOUGH).until(() -> pool.pool().view().waiting() == 2);
      for (TestPool.Running job : longOnes) {
        assertTrue(job.job().cancel());
      }
      await().atMost(LONG_ENOUGH).until(() -> pool.pool().view().idle() == 2);
    }
  }

  @Test
  void the_only_helper_takes_long_jobs_while_no_other_comes_up() throws Exception {
    Path first = folder.resolve("first");
    String script = "mkdir %s 2> /dev/null && exec \"$@\"; read -r nothing <&3".formatted(first);
    try (TestPool pool = new TestPool(startedBy(script), 4, 4)) {
      for (int i = 0; i < 3; i++) {
        assertEquals(i + "\n", pool.run("echo " + i, Lane.LONG, LONG_ENOUGH, 10).output());
      }
      assertEquals(1, pool.pool().view().ready());
    }
  }

  @Test
  void the_last_helper_takes_the_long_job_that_waits_when_no_other_comes_up() throws Exception {
    String script =
        "for n in 1 2; do mkdir %s/$n 2>/dev/null && exec \"$@\"; done; read -r nothing <&3"
            .formatted(folder);
    try (TestPool pool = new TestPool(startedBy(script), 2, 2)) {
      pool.pool().start();
      await().atMost(LONG_ENOUGH).until(() -> pool.pool().view().idle() == 2);
      Path running = folder.resolve("running");
      TestPool.Running victim =
          pool.run("touch %s; sleep 60".formatted(running), Lane.LONG, Duration.ofMinutes(2), 10);
      TestPool.Running waits = pool.run("echo ran", Lane.LONG, LONG_ENOUGH, 10);
      await().atMost(LONG_ENOUGH).until(() -> Files.exists(running));
      assertEquals(1, pool.pool().view().waiting());
      assertTrue(Child.signal(pid(pool, "busy"), Signal.KILL));
      assertEquals(FailureReason.KILLED, victim.failure());
      assertEquals("ran\n", waits.output());
    }
  }

  /** Helpers whose words are the arguments of a script that may become them. */
  private static HelperCommand startedBy(String script) {
    HelperCommand helper = TestPool.helperCommand();
    List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", script, "helper"));
    argv.addAll(helper.argv());
    return new HelperCommand(argv, helper.environment());
  }

  /** Of the helper in that state. */
  private static int pid(TestPool pool, String state) {
    for (String line : pool.pool().describe()) {
      if (line.contains("): " + state + " for ")) {
        return Integer.parseInt(line.replaceFirst(".*\\(pid ([0-9]+)\\).*", "$1"));
      }
    }
    throw new AssertionError("none is " + state + ": " + pool.pool().describe());
  }

  @Test
  void the_pool_grows_under_load_up_to_its_most() throws Exception {
    try (TestPool pool = new TestPool(1, 3)) {
      List<TestPool.Running> jobs = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        jobs.add(pool.run("sleep 60"));
      }
      await().atMost(LONG_ENOUGH).until(() -> pool.pool().view().ready() == 3);
      assertEquals(1, pool.pool().view().waiting());
      assertEquals(3, pool.pool().view().started());
      jobs.forEach(job -> assertTrue(job.job().cancel()));
    }
  }

  @Test
  void a_job_that_waits_is_withdrawn_and_one_that_runs_is_not() throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      Path ready = folder.resolve("ready");
      TestPool.Running runs = pool.run("echo ready >" + ready + "; sleep 60");
      await().atMost(LONG_ENOUGH).until(() -> Files.exists(ready));
      Path trace = folder.resolve("trace");
      TestPool.Running waits = pool.run("echo ran >" + trace);
      TestPool.Running cancelled = pool.run("echo never");
      TestPool.Running stays = pool.run("echo stays");

      assertFalse(runs.job().withdraw(), "it has begun");
      assertTrue(waits.job().withdraw());
      assertFalse(waits.job().withdraw(), "only once");
      assertFalse(waits.job().cancel(), "it is over");
      assertTrue(cancelled.job().cancel());
      assertFalse(cancelled.job().withdraw(), "it is over too");
      assertEquals(1, pool.pool().view().waiting());

      assertTrue(runs.job().cancel());
      assertEquals("stays\n", stays.output());
      assertFalse(stays.job().withdraw(), "it has had its answer");
      assertTrue(waits.outcomes().isEmpty());
      assertFalse(Files.exists(trace));
    }
  }

  @Test
  void a_job_that_is_cancelled_before_it_is_submitted_never_runs() throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      Path trace = folder.resolve("trace");
      JobHandle prepared =
          pool.pool()
              .prepare(
                  TestPool.request("echo ran >" + trace, Lane.INTERACTIVE, LONG_ENOUGH, 10),
                  outcome -> {});
      assertTrue(prepared.cancel());
      prepared.submit();
      assertEquals("next\n", pool.run("echo next").output());
      assertFalse(Files.exists(trace));
    }
  }

  @Test
  void jobs_that_are_withdrawn_while_helpers_take_them_either_run_or_are_withdrawn()
      throws Exception {
    try (TestPool pool = new TestPool(2, 2)) {
      assertEquals("warm\n", pool.run("echo warm").output());
      for (int round = 0; round < Rounds.of(10, 50); round++) {
        List<TestPool.Running> running = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
          running.add(pool.run("echo " + i));
        }
        for (int i = 5; i >= 0; i--) {
          TestPool.Running each = running.get(i);
          if (each.job().withdraw()) {
            assertTrue(each.outcomes().isEmpty());
          } else {
            assertEquals(i + "\n", each.output());
          }
        }
      }
      await().atMost(LONG_ENOUGH).until(() -> pool.pool().view().idle() == 2);
      assertEquals(0, pool.pool().view().waiting());
    }
  }
}
