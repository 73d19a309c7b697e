package dev.bullpen.pool.roster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.TestClient;
import dev.bullpen.pool.TestPool;
import dev.bullpen.pool.job.Backpressure;
import dev.bullpen.pool.job.JobOwner;
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
    return job(lane, JobOwner.SERVER);
  }

  private Job job(Lane lane, JobOwner owner) {
    return new Job(
        ++made,
        TestPool.request("exit", lane, Duration.ZERO, 1).ownedBy(owner),
        outcome -> {},
        new JobClock((delay, task) -> CompletableFuture.completedFuture(null), System::nanoTime));
  }

  private Job queued(Lane lane) {
    Job job = job(lane);
    assertTrue(queue.add(job));
    return job;
  }

  private Job queued(JobOwner owner) {
    Job job = job(Lane.INTERACTIVE, owner);
    assertTrue(queue.add(job));
    return job;
  }

  private Job next() {
    return queue.next(true).orElseThrow();
  }

  @Test
  void principals_take_turns_in_each_lane_and_one_that_comes_again_and_again_has_only_its_own() {
    for (Lane lane : Lane.values()) {
      List<Job> jobs = new ArrayList<>();
      for (String principal : List.of("a", "a", "a", "b", "b", "c")) {
        Job job = job(lane, new JobOwner(principal, Backpressure.NONE));
        assertTrue(queue.add(job));
        jobs.add(job);
      }
      for (int expected : new int[] {0, 3, 5, 1, 4, 2}) {
        assertEquals(jobs.get(expected), next());
      }
    }
    JobOwner eager = new JobOwner("eager", Backpressure.NONE);
    Job first = queued(new JobOwner("patient", Backpressure.NONE));
    Job second = queued(new JobOwner("patient", Backpressure.NONE));
    Job one = queued(eager);
    assertEquals(first, next());
    assertEquals(one, next());
    Job other = queued(eager);
    assertEquals(second, next());
    assertEquals(other, next());
  }

  @Test
  void jobs_of_a_full_client_are_passed_over_and_run_in_order_when_it_has_room() {
    TestClient slow = new TestClient();
    TestClient quick = new TestClient();
    slow.full(true);
    List<Job> held = new ArrayList<>();
    List<Job> others = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      held.add(queued(slow.owner("both")));
      others.add(queued(quick.owner("both")));
    }
    assertEquals(others.get(0), next());
    assertEquals(others.get(1), next());
    assertEquals(4, queue.size());
    slow.full(false);
    assertEquals(held.get(0), next());
    slow.full(true);
    assertEquals(others.get(2), next());
    assertEquals(Optional.empty(), queue.next(true));
    assertEquals(Optional.empty(), queue.waited(), "none that may begin waits");
    assertEquals(2, queue.size());
    slow.full(false);
    assertTrue(queue.waited().isPresent());
    assertEquals(held.get(1), next());
    assertEquals(held.get(2), next());
    assertTrue(queue.isEmpty());
  }

  @Test
  void a_full_client_of_one_principal_does_not_take_the_turn_of_its_other_clients() {
    TestClient slow = new TestClient();
    slow.full(true);
    queued(slow.owner("a"));
    Job later = queued(new JobOwner("a", Backpressure.NONE));
    Job other = queued(new JobOwner("b", Backpressure.NONE));
    assertEquals(later, next());
    assertEquals(other, next());
    assertEquals(Optional.empty(), queue.next(true));
  }

  @Test
  void a_long_job_goes_when_the_interactive_ones_are_held_back() {
    TestClient slow = new TestClient();
    slow.full(true);
    queued(slow.owner());
    Job job = queued(Lane.LONG);
    assertEquals(Optional.of(job), queue.next(true));
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
  void how_long_a_job_waits_is_asked_of_the_first_in_each_lane() {
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
  void a_take_that_finds_no_job_has_served_no_principal() {
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

  @Test
  void a_principal_that_fills_it_leaves_the_others_an_equal_part_and_all_have_twice_of_it() {
    JobOwner many = new JobOwner("many", Backpressure.NONE);
    JobOwner other = new JobOwner("other", Backpressure.NONE);
    JobOwner third = new JobOwner("third", Backpressure.NONE);
    JobOwner last = new JobOwner("last", Backpressure.NONE);
    assertEquals(JobQueue.CAPACITY, fill(many));
    assertEquals(JobQueue.CAPACITY / 2, fill(other));
    assertEquals(JobQueue.CAPACITY / 3, fill(third));
    assertEquals(2 * JobQueue.CAPACITY, queue.size() + fill(last));
    assertFalse(queue.add(job(Lane.LONG, new JobOwner("late", Backpressure.NONE))));
    next();
    assertEquals(1, fill(last), "one of the others has left");
  }

  /** Adds jobs of that owner until one is refused. */
  private int fill(JobOwner owner) {
    int added = 0;
    while (queue.add(job(added % 2 == 0 ? Lane.LONG : Lane.INTERACTIVE, owner))) {
      added++;
    }
    return added;
  }
}
