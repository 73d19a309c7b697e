package dev.bullpen.pool.roster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.pool.setting.PoolSize;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrowthTests {
  private static final int WARM = 4;
  private static final int AT_REST = 2;

  private long now = System.nanoTime();
  private final Growth growth = new Growth(PoolSize.of(WARM, 2 * WARM), () -> now);
  private final Growth resting = new Growth(new PoolSize(AT_REST, WARM, 2 * WARM), () -> now);

  private void passes(Duration time) {
    now += time.toNanos();
  }

  private static Growth.Census census(
      int comingUp, int useful, int away, boolean onTrial, Optional<Duration> waited) {
    return new Growth.Census(comingUp, useful, away, false, onTrial, Optional.empty(), waited);
  }

  private boolean isOneMoreWanted(int useful, Optional<Duration> waited) {
    return growth.assess(census(0, useful, 0, false, waited));
  }

  @Test
  void one_more_is_wanted_when_a_job_has_waited_for_long_and_there_may_be_more() {
    growth.cameUp();
    assertFalse(isOneMoreWanted(WARM, Optional.of(Growth.PRESSED_FOR.minusNanos(1))));
    assertTrue(isOneMoreWanted(WARM, Optional.of(Growth.PRESSED_FOR)));
    assertFalse(isOneMoreWanted(2 * WARM, Optional.of(Growth.PRESSED_FOR)));
  }

  @Test
  void one_that_is_away_makes_room_for_another_when_a_job_waits_and_not_before() {
    growth.cameUp();
    assertFalse(growth.assess(census(0, 2 * WARM, 1, false, Optional.empty())));
    assertTrue(growth.assess(census(0, 2 * WARM, 1, false, Optional.of(Growth.PRESSED_FOR))));
    assertFalse(growth.assess(census(0, 2 * WARM + 1, 1, false, Optional.of(Growth.PRESSED_FOR))));
    assertTrue(
        growth.checkAgainIn(census(0, 2 * WARM, 1, false, Optional.of(Duration.ZERO))).isPresent());
    assertFalse(
        growth.assess(census(0, WARM, 1, false, Optional.empty())), "as many as are kept warm");
  }

  @Test
  void one_more_is_wanted_when_none_has_become_free_for_long() {
    growth.cameUp();
    growth.begun(true);
    passes(Growth.PRESSED_FOR.minusNanos(1));
    assertFalse(isOneMoreWanted(WARM, Optional.empty()));
    growth.ended();
    growth.begun(true);
    passes(Growth.PRESSED_FOR.minusNanos(1));
    assertFalse(isOneMoreWanted(WARM, Optional.empty()));
    passes(Duration.ofNanos(1));
    assertTrue(isOneMoreWanted(WARM, Optional.empty()));
    growth.ended();
    growth.begun(false);
    passes(Growth.PRESSED_FOR);
    assertFalse(isOneMoreWanted(WARM, Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({"true, 10", "false, 60"})
  void failures_after_which_none_was_wanted_for_long_are_past(boolean shortage, int seconds) {
    for (int i = 0; i < Growth.PARKED_AFTER; i++) {
      growth.failed("why", shortage);
    }
    passes(Duration.ofSeconds(seconds));
    assertTrue(growth.isParked());
    passes(Duration.ofNanos(1));
    assertFalse(growth.isParked());
    assertFalse(growth.isFailing());
    growth.failed("why", shortage);
    assertTrue(growth.isFailing());
    assertFalse(growth.isParked(), "the first one of a new row");
  }

  @Test
  void a_job_that_waits_beside_few_helpers_is_checked_before_one_that_waits_beside_all() {
    resting.cameUp();
    assertFalse(resting.assess(census(0, AT_REST, 0, false, Optional.empty())));
    Optional<Duration> waited = Optional.of(Duration.ofMillis(1));
    assertEquals(
        Optional.of(Growth.CROWDED_FOR.minusMillis(1)),
        resting.checkAgainIn(census(0, AT_REST, 0, false, waited)));
    passes(Growth.CROWDED_FOR);
    assertEquals(
        Optional.of(Growth.PRESSED_FOR.minusMillis(1)),
        resting.checkAgainIn(census(0, WARM, 0, false, waited)));
  }

  @Test
  void one_check_is_enough_for_all_that_wait() {
    growth.cameUp();
    assertFalse(isOneMoreWanted(WARM, Optional.empty()));
    assertEquals(
        Optional.empty(), growth.checkAgainIn(census(0, WARM, 0, false, Optional.empty())));
    growth.begun(true);
    assertEquals(
        Optional.of(Growth.PRESSED_FOR),
        growth.checkAgainIn(census(0, WARM, 0, false, Optional.empty())));
    assertEquals(
        Optional.empty(), growth.checkAgainIn(census(0, WARM, 0, false, Optional.empty())));
    passes(Growth.PRESSED_FOR);
    assertTrue(growth.checkAgainIn(census(0, WARM, 0, false, Optional.empty())).isPresent());
    passes(Growth.PRESSED_FOR);
    assertEquals(
        Optional.empty(), growth.checkAgainIn(census(0, 2 * WARM, 0, false, Optional.empty())));
  }

  @Test
  void while_one_thing_is_asked_after_the_other_the_first_helper_is_enough_for_a_while() {
    growth.cameUp();
    growth.begun(true);
    assertFalse(isOneMoreWanted(1, Optional.empty()));
    passes(Growth.QUIET.minusNanos(1));
    growth.ended();
    passes(Growth.QUIET.minusNanos(1));
    assertFalse(isOneMoreWanted(1, Optional.empty()));
    assertTrue(growth.checkAgainIn(census(0, 1, 0, false, Optional.empty())).isPresent());
    passes(Duration.ofNanos(1));
    assertTrue(isOneMoreWanted(1, Optional.empty()));
    growth.begun(false);
    assertTrue(isOneMoreWanted(2, Optional.empty()), "once begun, all of them come");
  }

  @Test
  void the_others_come_as_soon_as_a_job_waits() {
    growth.cameUp();
    growth.begun(true);
    assertTrue(isOneMoreWanted(1, Optional.of(Duration.ZERO)));
  }

  @Test
  void when_the_first_one_is_gone_another_takes_its_place_at_once() {
    growth.cameUp();
    growth.begun(true);
    assertTrue(isOneMoreWanted(0, Optional.empty()));
  }

  @Test
  void until_a_first_one_has_come_up_one_is_started_at_a_time() {
    assertTrue(growth.assess(census(0, 0, 0, false, Optional.empty())));
    assertFalse(growth.assess(census(1, 0, 0, false, Optional.empty())));
    growth.cameUp();
    assertTrue(growth.assess(census(1, 1, 0, false, Optional.empty())));
  }

  @Test
  void coming_up_again_and_again_ends_no_back_off_and_a_job_done_does() {
    // So often that the back-off outlasts this test, however long it is held up.
    for (int i = 0; i < 10 * Growth.PARKED_AFTER; i++) {
      growth.cameUp();
      growth.failed("why", false);
    }
    growth.cameUp();
    assertTrue(growth.isParked());
    assertTrue(growth.untilStart().compareTo(Duration.ZERO) > 0);
    growth.succeeded();
    assertFalse(growth.isParked());
    assertFalse(growth.isFailing());
  }

  @Test
  void after_a_failure_the_next_one_is_tried_alone() {
    growth.cameUp();
    assertTrue(growth.assess(census(0, 1, 0, true, Optional.empty())), "nothing has failed");
    growth.failed("why", false);
    assertFalse(growth.assess(census(0, 1, 0, true, Optional.empty())));
    assertTrue(growth.assess(census(0, 1, 0, false, Optional.empty())), "it has done a job");
    growth.succeeded();
    assertTrue(growth.assess(census(0, 1, 0, true, Optional.empty())));
    assertFalse(growth.assess(census(0, WARM, 0, false, Optional.empty())));
  }

  @Test
  void helpers_beyond_those_at_rest_come_one_by_one_as_soon_as_jobs_wait() {
    resting.cameUp();
    Optional<Duration> crowded = Optional.of(Growth.CROWDED_FOR);
    assertFalse(resting.assess(census(0, AT_REST, 0, false, Optional.empty())));
    assertFalse(
        resting.assess(census(0, AT_REST, 0, false, crowded.map(time -> time.minusNanos(1)))));
    assertTrue(resting.assess(census(0, AT_REST, 0, false, crowded)));
    assertFalse(resting.assess(census(1, AT_REST, 0, false, crowded)));
    assertTrue(resting.assess(census(0, WARM - 1, 0, false, crowded)));
    assertFalse(resting.assess(census(0, WARM, 0, false, crowded)));
  }

  @Test
  void helpers_beyond_those_at_rest_are_kept_until_no_job_has_come_for_long() {
    assertEquals(AT_REST, resting.kept());
    resting.reserve(census(0, AT_REST - 1, 0, false, Optional.empty()));
    assertEquals(AT_REST, resting.kept(), "one of those at rest");
    resting.settle();
    resting.reserve(census(0, AT_REST, 0, false, Optional.empty()));
    passes(Growth.AT_EASE.minusNanos(1));
    assertEquals(WARM, resting.kept());
    resting.begun(false);
    passes(Growth.AT_EASE.minusNanos(1));
    assertEquals(WARM, resting.kept());
    passes(Duration.ofNanos(1));
    assertEquals(AT_REST, resting.kept());
    resting.begun(false);
    assertEquals(AT_REST, resting.kept(), "until jobs have to wait again");
  }

  @Test
  void a_number_of_workers_that_was_asked_for_is_always_kept() {
    assertEquals(WARM, growth.kept());
    passes(Growth.AT_EASE);
    assertEquals(WARM, growth.kept());
  }

  @Test
  void the_first_start_and_every_one_after_a_success_is_due_at_once() {
    assertEquals(Duration.ZERO, growth.untilStart());
    growth.failed("why", false);
    growth.succeeded();
    assertEquals(Duration.ZERO, growth.untilStart());
    assertFalse(growth.isFailing());
  }

  @Test
  void there_are_at_most_ten_starts_in_the_first_minute() {
    Duration elapsed = Duration.ZERO;
    int starts = 0;
    while (elapsed.compareTo(Duration.ofMinutes(1)) < 0) {
      starts++;
      growth.failed("why", false);
      elapsed = elapsed.plus(growth.untilStart());
    }
    int besideTheFirst = 1; // before it has failed
    assertTrue(starts + besideTheFirst <= 10, starts + " starts");
  }

  @Test
  void a_repair_is_noticed_within_half_a_minute_however_long_it_took() {
    for (int failures = 0; failures < 1_000; failures++) {
      growth.failed("why", false);
      assertTrue(growth.untilStart().compareTo(Duration.ofSeconds(29)) < 0);
    }
  }

  @Test
  void the_end_of_a_shortage_is_noticed_within_four_seconds() {
    for (int failures = 0; failures < 1_000; failures++) {
      growth.failed("why", true);
      assertTrue(growth.untilStart().compareTo(Duration.ofSeconds(4)) < 0);
    }
    growth.failed("why", false);
    assertTrue(growth.untilStart().compareTo(Duration.ofSeconds(24)) >= 0);
  }

  @Test
  void the_third_failure_in_a_row_parks() {
    growth.failed("one", false);
    growth.failed("two", false);
    assertFalse(growth.isParked());
    growth.failed("three", false);
    assertTrue(growth.isParked());
    assertEquals("three", growth.reason());
    growth.succeeded();
    assertFalse(growth.isParked());
  }
}
