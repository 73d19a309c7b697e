package dev.bullpen.pool;

import static dev.bullpen.pool.TestPool.LONG_ENOUGH;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fuzz.Rounds;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.pool.setting.PoolSettings;
import dev.bullpen.pool.setting.PoolSize;
import dev.bullpen.wire.ExchangeFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What jobs bring, and that nothing is left of them. */
class HelperPoolTests {
  @TempDir Path folder;

  @AfterEach
  void nothing_is_left() throws IOException {
    TestPool.assertNoChildren();
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
  void a_cancelled_job_and_its_daemon_are_gone_and_the_listener_gets_nothing() throws Exception {
    try (TestPool pool = new TestPool(TestPool.helperCommand(), TestPool.ENDLESS)) {
      Path ready = folder.resolve("daemon");
      TestPool.Running runaway =
          pool.run(
              "setsid sh -c '(echo $$ >%s.new; mv %s.new %s; exec sleep 60) & exit 0'; sleep 60"
                  .formatted(ready, ready, ready));
      await().atMost(LONG_ENOUGH).until(() -> Files.exists(ready));
      assertTrue(runaway.job().cancel());
      assertFalse(runaway.job().cancel(), "only the first cancel is one");
      String daemon = Files.readString(ready).trim();
      await().atMost(LONG_ENOUGH).until(() -> !Files.exists(Path.of("/proc", daemon)));
      assertEquals("next\n", pool.run("echo next").output());
      assertTrue(runaway.outcomes().isEmpty());
      assertEquals(1, pool.pool().view().started(), "the helper went on");
    }
  }

  @Test
  void what_a_job_was_given_is_forgotten_at_its_end() throws Exception {
    HelperCommand small = TestPool.helperCommand("-Xmx32m");
    try (TestPool pool = new TestPool(small, 1, 1)) {
      String pid = pool.run("echo $PPID").output();
      for (int job = 0; job < 3; job++) { // a frame is twice in the heap while it is read
        assertEquals(pid, pool.run(jobOf(small.maxJobBytes())).output(), "the same helper");
      }
    }
  }

  static JobRequest jobOf(long bytes) {
    JobRequest plain = TestPool.request("echo $PPID", Lane.LONG, LONG_ENOUGH, 100);
    byte[] file = new byte[(int) (bytes - plain.bytes())];
    ExchangeFiles desk = new ExchangeFiles(Map.of("args", file), List.of(), List.of());
    return new JobRequest(
        "test",
        Lane.LONG,
        plain.script(),
        plain.limits(),
        Optional.of(new JobRequest.Exchange(desk, Map.of())));
  }

  private static final int MOST_DESCRIBED = 20;

  @Test
  void it_describes_its_helpers_jobs_and_lanes_and_cuts_what_is_long() throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      List<TestPool.Running> jobs = new ArrayList<>();
      for (int i = 0; i <= MOST_DESCRIBED + 1; i++) { // one runs, one too many waits
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
      jobs.forEach(job -> assertTrue(job.job().cancel()));
    }
  }

  @Test
  void a_pool_that_is_closed_while_it_opens_leaves_nothing() throws Exception {
    for (int round = 0; round < Rounds.of(20, 100); round++) {
      HelperPool pool =
          new HelperPool(
              new PoolSettings(TestPool.helperCommand(), PoolSize.of(1, 1), 0, Isolation.AUTO));
      pool.start();
      pool.close(LONG_ENOUGH);
      TestPool.assertNoChildren();
    }
  }
}
