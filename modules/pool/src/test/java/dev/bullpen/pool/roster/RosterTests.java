package dev.bullpen.pool.roster;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.TestPool;
import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.HelperExit;
import dev.bullpen.pool.helper.HelperSetup;
import dev.bullpen.pool.helper.HelperStatus.State;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.process.HelperCgroups;
import dev.bullpen.pool.process.Marker;
import dev.bullpen.pool.process.Reaper;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.run.JobClock;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.pool.setting.PoolSettings;
import dev.bullpen.pool.setting.PoolSize;
import dev.bullpen.pool.thread.PoolThreads;
import dev.bullpen.posix.PosixException;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RosterTests {
  /** Sends nothing, and ends when it is dismissed. */
  private static final HelperCommand SILENT =
      new HelperCommand(List.of("/bin/sh", "-c", "read -r nothing <&3"), Map.of());

  private static final HelperExit NOT_UP =
      new HelperExit(FailureReason.BOOT, "as the test wants it");

  private final Roster roster = roster(PoolSize.of(2, 2), 0);

  private final PoolThreads threads = new PoolThreads();
  private final Marker marker = new Marker();
  private final Reaper reaper = new Reaper(marker);
  private final HelperCgroups cgroups = new HelperCgroups(Isolation.GROUP, marker.token());
  private final List<Helper> helpers = new ArrayList<>();
  private final Semaphore gone = new Semaphore(0);
  private int jobs;

  RosterTests() throws IOException {}

  private static Roster roster(PoolSize crew, int jobsPerHelper) {
    return new Roster(
        new PoolSettings(TestPool.helperCommand(), crew, jobsPerHelper, Isolation.AUTO));
  }

  private Job job(Lane lane) {
    return new Job(
        ++jobs,
        TestPool.request("exit", lane, Duration.ZERO, 1),
        outcome -> {},
        new JobClock((delay, task) -> CompletableFuture.completedFuture(null), System::nanoTime));
  }

  /** A process of which the roster knows nothing yet. */
  private Helper helper() throws PosixException {
    HelperSetup setup = new HelperSetup(helpers.size() + 1, SILENT, marker, Optional.empty());
    Helper helper = Helper.start(setup, cgroups, reaper, threads, new Gone());
    helpers.add(helper);
    return helper;
  }

  private Helper helperThatIsUp() throws PosixException {
    return helperThatIsUp(roster);
  }

  private Helper helperThatIsUp(Roster roster) throws PosixException {
    Helper helper = helper();
    roster.enter(helper);
    roster.ready(helper);
    return helper;
  }

  /** Notes who is seen gone. */
  private final class Gone implements Helper.Listener {
    @Override
    public void received(Helper helper, Frame.ToSupervisor frame) {}

    @Override
    public void lost(Helper helper) {}

    @Override
    public void died(Helper helper, HelperExit death) {
      gone.release();
    }
  }

  @AfterEach
  void all_helpers_go() throws InterruptedException {
    helpers.forEach(Helper::dismiss);
    gone.acquire(helpers.size());
    threads.close();
  }

  @Test
  void it_begins_once() {
    assertTrue(roster.begin());
    assertFalse(roster.begin());
  }

  @Test
  void a_job_that_comes_first_has_no_helper_started_before_there_is_a_place_for_it() {
    roster.begin();
    Roster.Decision decision = roster.submit(job(Lane.INTERACTIVE));
    assertEquals(Optional.empty(), decision.assignment());
    assertEquals(Optional.empty(), roster.reserve());
    roster.open();
    assertTrue(roster.reserve().isPresent());
  }

  @Test
  void a_job_is_with_its_helper_also_if_that_comes_up_before_it_is_entered() throws Exception {
    Job job = job(Lane.INTERACTIVE);
    roster.submit(job);
    Helper helper = helper();
    assertEquals(
        Optional.of(new Roster.Assignment(helper, job)), roster.ready(helper).assignment());
    assertTrue(roster.isWithHelper(job));
    assertEquals(Optional.of(helper), roster.release(job));
    roster.enter(helper);
    assertEquals(List.of(helper), roster.all());
  }

  @Test
  void a_helper_that_is_given_up_is_given_no_job_though_its_hello_has_come() throws Exception {
    Helper helper = helper();
    roster.enter(helper);
    roster.submit(job(Lane.INTERACTIVE));
    assertTrue(roster.retireIf(State.STARTING, helper));
    assertEquals(Optional.empty(), roster.ready(helper).assignment());
  }

  @Test
  void a_helper_that_has_come_up_is_not_given_up() throws Exception {
    assertFalse(roster.retireIf(State.STARTING, helperThatIsUp()));
    assertTrue(roster.submit(job(Lane.INTERACTIVE)).assignment().isPresent());
  }

  @Test
  void a_long_job_of_a_helper_that_is_going_keeps_no_other_from_one_of_two_that_stay()
      throws Exception {
    Helper going = helperThatIsUp();
    assertTrue(roster.submit(job(Lane.LONG)).assignment().isPresent());
    helperThatIsUp();
    helperThatIsUp();
    roster.retire(going);
    assertTrue(roster.submit(job(Lane.LONG)).assignment().isPresent());
    assertEquals(Optional.empty(), roster.submit(job(Lane.LONG)).assignment());
  }

  @Test
  void who_has_come_for_one_that_makes_room_is_not_sent_away_while_that_one_works()
      throws Exception {
    Roster roster = roster(PoolSize.of(1, 2), 1);
    Helper worn = helperThatIsUp(roster);
    roster.submit(job(Lane.INTERACTIVE));
    roster.reportedEnd(worn);
    roster.ready(worn);
    assertEquals(worn, roster.submit(job(Lane.LONG)).assignment().orElseThrow().helper());
    helperThatIsUp(roster);
    assertEquals(List.of(), roster.retireIdleFor(Duration.ZERO));
    roster.reportedEnd(worn);
    assertEquals(Optional.of(worn), roster.ready(worn).replaced());
    helperThatIsUp(roster);
    assertEquals(1, roster.retireIdleFor(Duration.ZERO).size(), "the control shows nothing");
  }

  @Test
  void an_idle_one_is_not_sent_away_while_a_job_waits_for_one_more() throws Exception {
    Roster roster = roster(PoolSize.of(1, 3), 0);
    helperThatIsUp(roster);
    helperThatIsUp(roster);
    assertTrue(roster.submit(job(Lane.LONG)).assignment().isPresent());
    Job waiting = job(Lane.LONG);
    assertEquals(Optional.empty(), roster.submit(waiting).assignment());
    assertEquals(List.of(), roster.retireIdleFor(Duration.ZERO));
    assertTrue(roster.withdraw(waiting));
    assertEquals(1, roster.retireIdleFor(Duration.ZERO).size(), "the control shows nothing");
  }

  @Test
  void one_that_makes_room_is_replaced_though_fewer_have_come_than_may_be_kept() throws Exception {
    Roster roster = roster(new PoolSize(1, 3, 4), 1);
    roster.open();
    assertTrue(roster.reserve().isPresent());
    Helper worn = helperThatIsUp(roster);
    roster.submit(job(Lane.INTERACTIVE));
    roster.submit(job(Lane.INTERACTIVE));
    await().until(() -> roster.reserve().isPresent());
    helperThatIsUp(roster);
    roster.reportedEnd(worn);
    assertEquals(Optional.empty(), roster.ready(worn).replaced());
    assertTrue(roster.reserve().isPresent());
    Helper replacement = helper();
    roster.enter(replacement);
    assertEquals(Optional.of(worn), roster.ready(replacement).replaced());
    assertEquals(Optional.empty(), roster.reserve());
  }

  @Test
  void who_waits_for_the_first_helper_to_tidy_up_has_no_other_started() throws Exception {
    assertFalse(startsAnother(true));
    assertTrue(startsAnother(false), "the control shows nothing");
  }

  /**
   * Whether another helper is to be started for a job that waits for the first.
   *
   * @param answered whether that has answered its job, and only tidies up
   */
  private boolean startsAnother(boolean answered) throws Exception {
    while (true) {
      long began = System.nanoTime();
      Roster fresh = roster(PoolSize.of(2, 2), 0);
      fresh.open();
      fresh.submit(job(Lane.INTERACTIVE));
      assertTrue(fresh.reserve().isPresent());
      Helper first = helperThatIsUp(fresh);
      if (answered) {
        fresh.reportedEnd(first);
      }
      fresh.submit(job(Lane.INTERACTIVE));
      boolean starts = fresh.reserve().isPresent();
      if (System.nanoTime() - began < Growth.QUIET.toNanos()) {
        return starts; // else they would be started for nothing having happened for so long
      }
    }
  }

  @Test
  void a_helper_that_is_gone_is_not_retired_any_more() throws Exception {
    Helper helper = helperThatIsUp();
    roster.retire(helper);
    roster.remove(helper, new HelperExit(FailureReason.KILLED, "as the test wants it"));
    roster.retire(helper);
    assertEquals(List.of(), roster.all());
  }

  @Test
  void one_that_was_killed_at_its_start_and_does_not_end_keeps_no_other_from_starting()
      throws Exception {
    roster.open();
    Helper helper = givenUp();
    assertEquals(Optional.empty(), roster.reserve(), "the control shows nothing");
    assertTrue(roster.stick(helper).isPresent());
    await().until(() -> roster.reserve().isPresent());
  }

  @Test
  void one_that_was_killed_after_its_hello_and_does_not_end_keeps_no_other_from_starting()
      throws Exception {
    Roster roster = roster(PoolSize.of(1, 1), 0);
    roster.open();
    assertTrue(roster.reserve().isPresent());
    Helper helper = helperThatIsUp(roster);
    roster.retire(helper);
    roster.submit(job(Lane.INTERACTIVE));
    assertEquals(List.of(), roster.stick(helper).orElseThrow().refused());
    assertTrue(roster.reserve().isPresent());
  }

  @Test
  void those_that_do_not_end_are_failures_each_once_and_at_last_jobs_are_refused()
      throws Exception {
    roster.open();
    Job job = job(Lane.INTERACTIVE);
    roster.submit(job);
    for (int failures = 1; failures < Growth.PARKED_AFTER; failures++) {
      Helper helper = givenUp();
      assertEquals(List.of(), roster.stick(helper).orElseThrow().refused());
      assertEquals(List.of(), roster.remove(helper, NOT_UP).refused());
    }
    Helper last = givenUp();
    List<Roster.Refusal> refused = roster.stick(last).orElseThrow().refused();
    assertEquals(List.of(job), refused.stream().map(Roster.Refusal::job).toList());
    assertTrue(roster.submit(job(Lane.INTERACTIVE)).refusal().isPresent());
  }

  @Test
  void one_that_was_killed_and_has_ended_does_not_stick() throws Exception {
    roster.open();
    Helper helper = givenUp();
    roster.remove(helper, NOT_UP);
    assertEquals(Optional.empty(), roster.stick(helper));
  }

  private Helper givenUp() throws Exception {
    await().until(() -> roster.reserve().isPresent());
    Helper helper = helper();
    roster.enter(helper);
    assertTrue(roster.retireIf(State.STARTING, helper));
    return helper;
  }

  @Test
  void of_all_that_check_while_a_start_is_put_off_one_checks_again_when_it_is_not() {
    roster.begin();
    roster.open();
    for (int failure = 0; failure < 2; failure++) {
      fail(roster);
      assertTrue(roster.growAgainIn().isPresent());
      assertEquals(Optional.empty(), roster.growAgainIn());
      assertEquals(Optional.empty(), roster.submit(job(Lane.INTERACTIVE)).growAfter());
    }
  }

  private static void fail(Roster roster) {
    await().atMost(Duration.ofSeconds(10)).until(() -> roster.reserve().isPresent());
    roster.notStarted("as the test wants it", false);
  }
}
