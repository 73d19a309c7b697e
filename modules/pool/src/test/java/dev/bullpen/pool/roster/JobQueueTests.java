package dev.bullpen.pool.roster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.TestPool;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.run.JobClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class JobQueueTests {
  private final JobQueue queue = new JobQueue();
  private long made;

  private Job job(Lane lane) {
    return new Job(
        ++made,
        TestPool.request("exit", lane, Duration.ZERO, 1),
        outcome -> {},
        new JobClock((delay, task) -> CompletableFuture.completedFuture(null), System::nanoTime));
  }

  private Job queued(Lane lane) {
    Job job = job(lane);
    assertTrue(queue.add(job));
    return job;
  }

  @Test
  void a_lane_is_served_first_come_first_served_and_the_cancelled_leave() {
    Job first = queued(Lane.INTERACTIVE);
    Job second = queued(Lane.INTERACTIVE);
    Job third = queued(Lane.INTERACTIVE);
    assertTrue(queue.remove(second));
    assertFalse(queue.remove(second));
    assertEquals(Optional.of(first), queue.next(true));
    assertEquals(Optional.of(third), queue.next(true));
    assertEquals(Optional.empty(), queue.next(true));
  }

  @Test
  void how_long_somebody_waits_is_asked_of_the_first_in_each_lane() {
    assertEquals(Optional.empty(), queue.waited());
    Job first = queued(Lane.LONG);
    queued(Lane.INTERACTIVE);
    queued(Lane.LONG);
    Duration before = first.waited();
    Duration waited = queue.waited().orElseThrow();
    assertTrue(waited.compareTo(before) >= 0, waited + " is less than " + before);
    queue.removeAll();
    assertEquals(Optional.empty(), queue.waited());
  }

  @Test
  void long_jobs_wait_when_they_may_not_run_and_have_each_eighth_place_when_they_may() {
    for (int i = 0; i < 20; i++) {
      queued(Lane.INTERACTIVE);
      queued(Lane.LONG);
    }
    List<Lane> served = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      served.add(queue.next(true).orElseThrow().request().lane());
    }
    assertEquals(2, served.stream().filter(lane -> lane == Lane.LONG).count());
    assertEquals(Lane.LONG, served.get(7));
    for (int i = 0; i < 6; i++) {
      assertEquals(Lane.INTERACTIVE, queue.next(false).orElseThrow().request().lane());
    }
    assertEquals(Optional.empty(), queue.next(false));
    assertEquals(Lane.LONG, queue.next(true).orElseThrow().request().lane());
  }

  @Test
  void who_finds_nobody_waiting_has_served_nobody() {
    for (int i = 0; i < 8; i++) {
      assertEquals(Optional.empty(), queue.next(true));
    }
    queued(Lane.LONG);
    Job typed = queued(Lane.INTERACTIVE);
    assertEquals(Optional.of(typed), queue.next(true));
  }

  @Test
  void it_takes_as_many_as_it_says() {
    for (int i = 0; i < JobQueue.CAPACITY - 1; i++) {
      queued(Lane.INTERACTIVE);
    }
    queued(Lane.LONG);
    assertFalse(queue.add(job(Lane.INTERACTIVE)));
    assertEquals(JobQueue.CAPACITY, queue.removeAll().size());
    assertEquals(0, queue.size());
  }
}
