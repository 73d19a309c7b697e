package dev.bullpen.pool;

import static dev.bullpen.pool.TestPool.LONG_ENOUGH;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fuzz.Rounds;
import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.pool.setting.PoolSettings;
import dev.bullpen.pool.setting.PoolSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class RecyclingTests {
  private static final int JOBS = 3;

  @AfterEach
  void nothing_is_left() throws IOException {
    TestPool.assertNoChildren();
  }

  private static TestPool pool(int workers, int jobsPerHelper) throws IOException {
    return new TestPool(
        new PoolSettings(
            TestPool.helperCommand(),
            PoolSize.of(workers, workers),
            jobsPerHelper,
            Isolation.AUTO));
  }

  /** The helper that ran it. */
  private static String helperOf(TestPool.Running job) throws InterruptedException {
    return job.output().strip();
  }

  @Test
  void the_only_helper_makes_room_for_another_after_its_jobs_and_works_until_that_has_come_up()
      throws Exception {
    try (TestPool pool = pool(1, JOBS)) {
      Map<String, Integer> done = new LinkedHashMap<>();
      while (done.size() < 3) {
        done.merge(helperOf(pool.run("echo $PPID")), 1, Integer::sum);
        assertTrue(pool.pool().view().helpers() <= 2, "one and its successor");
      }
      List<Integer> jobs = new ArrayList<>(done.values());
      assertTrue(jobs.get(0) >= JOBS, () -> "the first did " + jobs);
      assertTrue(jobs.get(1) >= JOBS, () -> "the second did " + jobs);
      assertEquals(1, jobs.get(2), "who has gone does not come back");
      await().atMost(LONG_ENOUGH).until(() -> pool.pool().view().helpers() == 1);
      await()
          .atMost(LONG_ENOUGH)
          .until(() -> pool.pool().describe().get(0), state -> state.endsWith("died: 2 recycled"));
    }
  }

  @Test
  void helpers_make_room_one_after_another() throws Exception {
    int workers = Rounds.of(2, 3);
    try (TestPool pool = pool(workers, 1)) {
      pool.pool().start();
      await().atMost(LONG_ENOUGH).until(() -> pool.pool().view().idle() == workers);
      while (pool.pool().view().started() < 2 * workers) {
        List<TestPool.Running> together = new ArrayList<>();
        for (int i = 0; i < 2 * workers; i++) {
          together.add(pool.run("echo $PPID"));
        }
        for (TestPool.Running job : together) {
          helperOf(job);
          int helpers = pool.pool().view().helpers();
          assertTrue(workers <= helpers && helpers <= workers + 1, () -> helpers + " helpers");
        }
      }
      await().atMost(LONG_ENOUGH).until(() -> pool.pool().view().ready() == workers);
    }
  }

  @Test
  void one_that_dies_in_its_turn_leaves_the_turn_to_the_next() throws Exception {
    try (TestPool pool = pool(1, 1)) {
      String first = helperOf(pool.run("echo $PPID"));
      pool.run("kill -KILL $PPID; sleep 60");
      String second = helperOf(pool.run("echo $PPID"));
      assertFalse(first.equals(second));
      await().atMost(LONG_ENOUGH).until(() -> !helperOf(pool.run("echo $PPID")).equals(second));
    }
  }

  @Test
  void without_a_number_a_helper_stays() throws Exception {
    try (TestPool pool = pool(1, 0)) {
      String first = helperOf(pool.run("echo $PPID"));
      for (int i = 0; i < 5 * JOBS; i++) {
        assertEquals(first, helperOf(pool.run("echo $PPID")));
      }
      assertEquals(1, pool.pool().view().started());
    }
  }
}
