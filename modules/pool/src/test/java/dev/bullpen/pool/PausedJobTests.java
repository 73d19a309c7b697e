package dev.bullpen.pool;

import static dev.bullpen.pool.TestPool.LONG_ENOUGH;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.job.Lane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that waits for a client, while its helper can do nothing else. */
class PausedJobTests {
  @TempDir Path folder;

  @AfterEach
  void nothing_is_left() throws IOException {
    TestPool.assertNoChildren();
  }

  @Tag("slow")
  @Test
  void a_job_that_is_paused_leaves_the_others_as_many_helpers_as_there_may_be() throws Exception {
    for (int most : List.of(1, 2)) {
      try (TestPool pool = new TestPool(most, most)) {
        TestPool.Running asks = paused(pool);
        for (int i = 0; i < 3; i++) {
          assertEquals(i + "\n", pool.run("echo " + i, Lane.LONG, LONG_ENOUGH, 10).output());
        }
        assertTrue(asks.job().cancel());
      }
    }
  }

  @Test
  void for_several_that_are_paused_only_one_more_helper_comes() throws Exception {
    // One that is slow to clean up would be replaced, and the helpers are counted.
    try (TestPool pool = new TestPool(TestPool.helperCommand(), TestPool.ENDLESS)) {
      TestPool.Running first = paused(pool);
      TestPool.Running second = paused(pool);
      TestPool.Running third = pool.run("echo third", Lane.LONG, LONG_ENOUGH, 10);
      assertTrue(second.job().cancel());
      assertEquals("third\n", third.output());
      assertEquals(2, pool.pool().view().started());
      assertTrue(first.job().cancel());
    }
  }

  /** A long job that has begun and waits for a client. */
  private TestPool.Running paused(TestPool pool) throws Exception {
    Path begun = Files.createTempFile(folder, "begun", "");
    TestPool.Running job =
        pool.run("rm %s; exec sleep 600".formatted(begun), Lane.LONG, LONG_ENOUGH, 10);
    await().atMost(LONG_ENOUGH).until(() -> Files.notExists(begun));
    job.job().pause();
    return job;
  }
}
