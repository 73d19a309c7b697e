package dev.bullpen.pool;

import static dev.bullpen.pool.TestPool.LONG_ENOUGH;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.pool.setting.PoolSettings;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs that do nothing, so that what leads to them is warm. */
class RehearsalJobTests {
  private static final int JOBS = 3;

  @AfterEach
  void nothing_is_left() throws IOException {
    TestPool.assertNoChildren();
  }

  private static TestPool pool(int workers) throws IOException {
    return new TestPool(
        new PoolSettings(TestPool.helperCommand(), workers, workers, JOBS, Isolation.AUTO));
  }

  /** Which helper does a job now that all have nothing to do. */
  private static String helper(TestPool pool, int workers) throws InterruptedException {
    awaitIdle(pool, workers);
    return pool.run("echo $PPID").output().strip();
  }

  private static void rehearse(TestPool pool, int workers) throws Exception {
    awaitIdle(pool, workers);
    assertEquals("", pool.run(rehearsal()).output());
  }

  private static void awaitIdle(TestPool pool, int workers) {
    await().atMost(LONG_ENOUGH).until(() -> pool.pool().view().idle() == workers);
  }

  @Test
  void they_are_no_jobs_done() throws Exception {
    try (TestPool pool = pool(1)) {
      pool.pool().start();
      String first = helper(pool, 1);
      for (int i = 0; i < JOBS; i++) {
        rehearse(pool, 1);
      }
      assertEquals(first, helper(pool, 1));
      await()
          .atMost(LONG_ENOUGH)
          .until(() -> pool.pool().describe().toString().contains("2 job(s) done"));
    }
  }

  @Test
  void they_go_round_the_helpers_where_others_go_to_the_last_that_worked() throws Exception {
    try (TestPool pool = pool(2)) {
      pool.pool().start();
      String one = helper(pool, 2);
      assertEquals(one, helper(pool, 2), "the control");

      rehearse(pool, 2);

      assertNotEquals(one, helper(pool, 2), "the other has worked last");
    }
  }

  private static JobRequest rehearsal() throws Exception {
    String helper =
        Path.of(
                Class.forName("dev.bullpen.helper.Main")
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI())
            .toString();
    JobRequest script = TestPool.request("", Lane.INTERACTIVE, LONG_ENOUGH, 1000);
    return new JobRequest(
        "rehearsal",
        Lane.INTERACTIVE,
        new JobRequest.Script(
            JobRequest.Program.rehearsal(helper),
            script.script().directory(),
            script.script().base(),
            script.script().environment()),
        script.limits(),
        script.desk());
  }
}
