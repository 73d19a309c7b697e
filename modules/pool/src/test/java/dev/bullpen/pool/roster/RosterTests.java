package dev.bullpen.pool.roster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.TestPool;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.run.JobClock;
import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.pool.setting.PoolSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RosterTests {
  private final Roster roster =
      new Roster(new PoolSettings(TestPool.helperCommand(), 2, 2, 0, Isolation.AUTO));

  private static Job job() {
    return new Job(
        1,
        TestPool.request("exit", Lane.INTERACTIVE, Duration.ZERO, 1),
        outcome -> {},
        new JobClock((delay, task) -> CompletableFuture.completedFuture(null), System::nanoTime));
  }

  @Test
  void it_begins_once() {
    assertTrue(roster.begin());
    assertFalse(roster.begin());
  }

  @Test
  void a_job_that_comes_first_has_no_helper_started_before_there_is_a_place_for_it() {
    roster.begin();
    Decision decision = roster.submit(job());
    assertEquals(Optional.empty(), decision.hand());
    assertEquals(Optional.empty(), roster.reserve());
    roster.open();
    assertTrue(roster.reserve().isPresent());
  }
}
