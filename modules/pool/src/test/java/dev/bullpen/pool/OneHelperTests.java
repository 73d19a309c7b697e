package dev.bullpen.pool;

import static dev.bullpen.pool.TestPool.LONG_ENOUGH;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobHandle;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that one helper runs one after another, and that do not cost it. */
class OneHelperTests {
  private static TestPool pool;

  @TempDir Path folder;

  @BeforeAll
  static void start() throws IOException {
    pool = new TestPool(TestPool.helperCommand(), TestPool.ENDLESS);
  }

  @AfterAll
  static void nothing_is_left() throws IOException {
    int started = pool.pool().view().started();
    pool.close();
    TestPool.assertNoChildren();
    assertEquals(1, started, "all ran in one helper");
  }

  @Test
  void a_job_that_cannot_be_sent_fails_and_costs_no_helper() throws Exception {
    JobRequest good = TestPool.request("echo ran", Lane.INTERACTIVE, LONG_ENOUGH, 10);
    JobRequest bad =
        new JobRequest(
            "test",
            Lane.INTERACTIVE,
            new JobRequest.Script(
                good.script().program(),
                good.script().directory(),
                good.script().base(),
                Map.of("NAME", "a\0b")),
            good.limits(),
            Optional.empty());
    TestPool.Running before = pool.run(good);
    TestPool.Running queued = pool.run(bad);
    assertEquals("ran\n", before.output());
    assertEquals(FailureReason.NOT_STARTED, queued.failure());
    assertEquals(FailureReason.NOT_STARTED, pool.run(bad).failure());
    assertEquals("ran\n", pool.run(good).output());
    assertEquals(1, pool.pool().view().started());
  }

  @Test
  void output_is_taken_up_to_its_limit_and_not_beyond() throws Exception {
    String thousand = "head -c 1000 /dev/zero";
    assertEquals(1000, pool.run(thousand, Lane.LONG, LONG_ENOUGH, 1001).output().length());
    assertEquals(1000, pool.run(thousand, Lane.LONG, LONG_ENOUGH, 1000).output().length());
    assertEquals(
        FailureReason.OUTPUT_LIMIT, pool.run(thousand, Lane.LONG, LONG_ENOUGH, 999).failure());
    assertEquals(
        FailureReason.OUTPUT_LIMIT, pool.run("yes", Lane.LONG, LONG_ENOUGH, 100_000).failure());
  }

  @Test
  void a_job_larger_than_a_helper_can_take_costs_none() throws Exception {
    String pid = pool.run("echo $PPID").output();
    long most = TestPool.helperCommand().maxJobBytes();
    assertEquals(17 * 1024 * 1024, most);
    assertEquals(FailureReason.INPUT_LIMIT, pool.run(HelperPoolTests.jobOf(most + 1)).failure());
    assertEquals(pid, pool.run(HelperPoolTests.jobOf(most)).output());
    assertEquals(pid, pool.run("echo $PPID").output(), "the same helper");
  }

  @Test
  void a_background_process_does_not_hold_up_the_result_and_does_not_survive() throws Exception {
    assertEquals("warm\n", pool.run("echo warm").output());
    Path pid = folder.resolve("pid");
    long before = System.nanoTime();
    assertEquals("done\n", pool.run("sleep 60 & echo $! >" + pid + "; echo done").output());
    assertTrue(System.nanoTime() - before < LONG_ENOUGH.toNanos());
    String sleeper = Files.readString(pid).trim();
    await().atMost(LONG_ENOUGH).until(() -> !Files.exists(Path.of("/proc", sleeper)));
  }

  @Test
  void a_script_that_cannot_be_started_says_so_and_costs_no_helper() throws Exception {
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
