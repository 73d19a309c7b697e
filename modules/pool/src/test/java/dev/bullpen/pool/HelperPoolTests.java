package dev.bullpen.pool;

import static dev.bullpen.pool.TestPool.LONG_ENOUGH;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.job.DeskRequest;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.roster.PoolSight;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.pool.setting.PoolSettings;
import dev.bullpen.posix.Child;
import dev.bullpen.posix.Self;
import dev.bullpen.posix.Signal;
import dev.bullpen.wire.Desk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HelperPoolTests {
  @TempDir Path folder;

  @AfterEach
  void nothing_is_left() throws IOException {
    TestPool.assertNoChildren();
  }

  @Test
  void a_script_runs_and_its_output_and_exit_come_back() throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      JobOutcome outcome = pool.run("echo out; echo err >&2; exit 3").outcome();
      JobOutcome.Completed completed = assertInstanceOf(JobOutcome.Completed.class, outcome);
      assertEquals("out\n", new String(completed.stdout()));
      assertEquals("err\n", new String(completed.stderr()));
      assertEquals(3, completed.code());
      assertFalse(completed.isSuccess());
    }
  }

  @Test
  void many_jobs_share_few_helpers_and_each_has_its_own_answer() throws Exception {
    try (TestPool pool = new TestPool(2, 2)) {
      List<TestPool.Running> running = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        running.add(pool.run("echo " + i));
      }
      for (int i = 0; i < 100; i++) {
        assertEquals(i + "\n", running.get(i).output());
      }
      assertTrue(pool.pool().view().helpers() <= 2);
    }
  }

  @Test
  void a_cancelled_job_and_its_daemon_are_gone_and_nobody_is_told() throws Exception {
    try (TestPool pool = new TestPool(TestPool.helperCommand(), TestPool.ENDLESS)) {
      Path ready = folder.resolve("daemon");
      TestPool.Running runaway =
          pool.run(
              "setsid sh -c '(echo $$ >%s.new; mv %s.new %s; exec sleep 60) & exit 0'; sleep 60"
                  .formatted(ready, ready, ready));
      await().atMost(LONG_ENOUGH).until(() -> Files.exists(ready));
      assertTrue(pool.pool().cancel(runaway.job()));
      assertFalse(pool.pool().cancel(runaway.job()), "only the first cancel is one");
      String daemon = Files.readString(ready).trim();
      await().atMost(LONG_ENOUGH).until(() -> !Files.exists(Path.of("/proc", daemon)));
      assertEquals("next\n", pool.run("echo next").output());
      assertTrue(runaway.outcomes().isEmpty());
      assertEquals(1, pool.pool().view().started(), "the helper went on");
    }
  }

  @Test
  void a_job_past_its_time_fails_and_is_ended() throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      TestPool.Running slow = pool.run("sleep 60", Lane.INTERACTIVE, Duration.ofMillis(200), 1000);
      assertEquals(FailureReason.TIMEOUT, slow.failure());
      assertEquals("next\n", pool.run("echo next").output());
    }
  }

  @Test
  void output_is_taken_up_to_its_limit_and_not_beyond() throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      String thousand = "head -c 1000 /dev/zero";
      assertEquals(1000, pool.run(thousand, Lane.LONG, LONG_ENOUGH, 1001).output().length());
      assertEquals(1000, pool.run(thousand, Lane.LONG, LONG_ENOUGH, 1000).output().length());
      assertEquals(
          FailureReason.OUTPUT_LIMIT, pool.run(thousand, Lane.LONG, LONG_ENOUGH, 999).failure());
      assertEquals(
          FailureReason.OUTPUT_LIMIT, pool.run("yes", Lane.LONG, LONG_ENOUGH, 100_000).failure());
    }
  }

  @Test
  void while_nobody_takes_what_jobs_bring_none_begins_and_what_is_long_waits() throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      BlockingQueue<Runnable> large = new LinkedBlockingQueue<>();
      AtomicBoolean full = new AtomicBoolean();
      pool.pool().heed(new WaitingOutlet(full, large));
      TestPool.Running brings = pool.run("head -c 300000 /dev/zero");
      Runnable told = large.poll(LONG_ENOUGH.toSeconds(), TimeUnit.SECONDS);
      full.set(true);
      TestPool.Running waits = pool.run("echo late");
      TestPool.Running cancelled = pool.run("echo never");
      assertEquals(2, pool.pool().view().waiting());
      assertTrue(pool.pool().cancel(cancelled.job()));
      assertTrue(brings.outcomes().isEmpty());
      told.run();
      assertEquals(300_000, brings.output().length());
      full.set(false);
      pool.pool().roomAgain();
      assertEquals("late\n", waits.output());
      assertTrue(cancelled.outcomes().isEmpty());
    }
  }

  @Test
  void what_is_long_and_waits_can_still_be_cancelled_but_not_time_out() throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      BlockingQueue<Runnable> large = new LinkedBlockingQueue<>();
      pool.pool().heed(new WaitingOutlet(new AtomicBoolean(), large));
      TestPool.Running brings = pool.run("head -c 300000 /dev/zero");
      Runnable told = large.poll(LONG_ENOUGH.toSeconds(), TimeUnit.SECONDS);
      assertFalse(brings.job().job().fail(FailureReason.KILLED, "too late for that"));
      assertFalse(brings.job().job().expire());
      assertTrue(pool.pool().cancel(brings.job()));
      told.run();
      assertTrue(brings.outcomes().isEmpty());
      assertEquals("ok\n", pool.run("echo ok").output());
    }
  }

  private record WaitingOutlet(AtomicBoolean full, BlockingQueue<Runnable> large)
      implements Outlet {
    @Override
    public boolean isFull() {
      return full.get();
    }

    @Override
    public void whenRoom(Runnable task) {
      large.add(task);
    }
  }

  @Test
  void a_job_that_is_told_more_than_a_helper_can_take_costs_none() throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      String pid = pool.run("echo $PPID").output();
      long most = TestPool.helperCommand().maxJobBytes();
      assertEquals(17 * 1024 * 1024, most);
      assertEquals(FailureReason.INPUT_LIMIT, pool.run(told(most + 1)).failure());
      assertEquals(pid, pool.run(told(most)).output());
      assertEquals(pid, pool.run("echo $PPID").output(), "the same helper");
    }
  }

  private static JobRequest told(long bytes) {
    JobRequest plain = TestPool.request("echo $PPID", Lane.LONG, LONG_ENOUGH, 100);
    byte[] file = new byte[(int) (bytes - plain.bytes())];
    Desk desk = new Desk(Map.of("args", file), List.of(), List.of());
    return new JobRequest(
        "test",
        Lane.LONG,
        plain.script(),
        plain.limits(),
        Optional.of(new DeskRequest(desk, Map.of())));
  }

  @Test
  void a_background_process_does_not_hold_up_the_result_and_does_not_survive() throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      assertEquals("warm\n", pool.run("echo warm").output());
      Path pid = folder.resolve("pid");
      long before = System.nanoTime();
      assertEquals("done\n", pool.run("sleep 60 & echo $! >" + pid + "; echo done").output());
      assertTrue(System.nanoTime() - before < LONG_ENOUGH.toNanos());
      String sleeper = Files.readString(pid).trim();
      await().atMost(LONG_ENOUGH).until(() -> !Files.exists(Path.of("/proc", sleeper)));
    }
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
      assertTrue(pool.pool().cancel(job.job()));
      assertEquals("next\n", pool.run("echo next").output());
      await().atMost(LONG_ENOUGH).until(() -> Self.children().size() == 2); // new helper and guard
    }
  }

  @Test
  void a_script_that_cannot_be_started_says_so_and_costs_no_helper() throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      BlockingQueue<JobOutcome> outcomes = new LinkedBlockingQueue<>();
      JobHandle job =
          pool.pool()
              .submit(
                  new JobRequest(
                      "missing",
                      Lane.INTERACTIVE,
                      TestPool.script("/no/such/program"),
                      new JobRequest.Limits(10, 0, 10, LONG_ENOUGH, Duration.ZERO),
                      Optional.empty()),
                  outcomes::add);
      assertEquals(FailureReason.NOT_STARTED, new TestPool.Running(job, outcomes).failure());
      assertEquals("next\n", pool.run("echo next").output());
      assertEquals(1, pool.pool().view().started());
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

  @Test
  void it_describes_its_helpers_jobs_and_lanes_and_cuts_what_is_long() throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      List<TestPool.Running> jobs = new ArrayList<>();
      for (int i = 0; i <= PoolSight.MOST_WAITING + 1; i++) { // one runs, one too many waits
        jobs.add(pool.run("sleep 60"));
      }
      await().atMost(LONG_ENOUGH).until(() -> pool.pool().view().waiting() == jobs.size() - 1);
      String text = String.join("\n", pool.pool().describe());
      assertTrue(text.contains("helpers: 1, of which 0 idle; started: 1; died: none"), text);
      assertTrue(text.matches("(?s).*helper 1 \\(pid \\d+\\): busy for .* with job 1 .*"), text);
      assertTrue(text.contains("jobs: 1 with a helper; waiting: 21 interactive, 0 long"), text);
      assertTrue(text.contains("job 21 (test)"), text);
      assertFalse(text.contains("job 22 (test)"), text);
      assertTrue(text.contains("and 1 more that wait"), text);
      jobs.forEach(job -> assertTrue(pool.pool().cancel(job.job())));
    }
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
        assertTrue(pool.pool().cancel(job.job()));
      }
      await().atMost(LONG_ENOUGH).until(() -> pool.pool().view().idle() == 2);
    }
  }

  @Test
  void the_only_helper_takes_long_jobs_while_no_other_comes_up() throws Exception {
    Path first = folder.resolve("first");
    String script = "mkdir %s 2> /dev/null && exec \"$@\"; exec sleep 600".formatted(first);
    List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", script, "helper"));
    argv.addAll(TestPool.helperCommand().argv());
    HelperCommand oneComesUp = new HelperCommand(argv, TestPool.helperCommand().environment());
    try (TestPool pool = new TestPool(oneComesUp, 4, 4)) {
      for (int i = 0; i < 3; i++) {
        assertEquals(i + "\n", pool.run("echo " + i, Lane.LONG, LONG_ENOUGH, 10).output());
      }
      assertEquals(1, pool.pool().view().ready());
    }
  }

  @Test
  void the_last_helper_takes_the_long_job_that_waits_when_no_other_comes_up() throws Exception {
    String script =
        "for n in 1 2; do mkdir %s/$n 2>/dev/null && exec \"$@\"; done; exec sleep 600"
            .formatted(folder);
    List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", script, "helper"));
    argv.addAll(TestPool.helperCommand().argv());
    HelperCommand twoComeUp = new HelperCommand(argv, TestPool.helperCommand().environment());
    try (TestPool pool = new TestPool(twoComeUp, 2, 2)) {
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
      jobs.forEach(job -> assertTrue(pool.pool().cancel(job.job())));
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
      TestPool.Running stays = pool.run("echo stays");

      assertFalse(pool.pool().withdraw(runs.job()), "it has begun");
      assertTrue(pool.pool().withdraw(waits.job()));
      assertFalse(pool.pool().withdraw(waits.job()), "only once");
      assertFalse(pool.pool().cancel(waits.job()), "it is over");
      assertEquals(1, pool.pool().view().waiting());

      assertTrue(pool.pool().cancel(runs.job()));
      assertEquals("stays\n", stays.output());
      assertFalse(pool.pool().withdraw(stays.job()), "it has had its answer");
      assertTrue(waits.outcomes().isEmpty());
      assertFalse(Files.exists(trace));
    }
  }

  @Test
  void a_pool_that_is_closed_while_it_opens_leaves_nothing() throws Exception {
    for (int round = 0; round < 100; round++) {
      HelperPool pool =
          new HelperPool(new PoolSettings(TestPool.helperCommand(), 1, 1, 0, Isolation.AUTO));
      pool.start();
      pool.close(LONG_ENOUGH);
      TestPool.assertNoChildren();
    }
  }

  @Test
  void a_cancelled_job_that_waited_cannot_be_withdrawn() throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      TestPool.Running runs = pool.run("sleep 60");
      TestPool.Running waits = pool.run("echo");
      assertTrue(pool.pool().cancel(waits.job()));
      assertFalse(pool.pool().withdraw(waits.job()));
      assertTrue(pool.pool().cancel(runs.job()));
    }
  }

  @Test
  void jobs_that_are_withdrawn_while_helpers_take_them_either_run_or_are_withdrawn()
      throws Exception {
    try (TestPool pool = new TestPool(2, 2)) {
      assertEquals("warm\n", pool.run("echo warm").output());
      for (int round = 0; round < 50; round++) {
        List<TestPool.Running> running = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
          running.add(pool.run("echo " + i));
        }
        for (int i = 5; i >= 0; i--) {
          TestPool.Running each = running.get(i);
          if (pool.pool().withdraw(each.job())) {
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
