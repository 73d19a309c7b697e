package dev.bullpen.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GrowthTests {
  private static final int WARM = 4;

  private long now = System.nanoTime();
  private final Growth growth = new Growth(WARM, 2 * WARM, () -> now);

  private void passes(Duration time) {
    now += time.toNanos();
  }

  private boolean isOneMoreWanted(int useful, Duration waited) {
    return growth.isWanted(0, useful, false, false, waited);
  }

  @Test
  void one_more_is_wanted_when_a_job_has_waited_for_long_and_there_may_be_more() {
    growth.cameUp();
    assertFalse(isOneMoreWanted(WARM, Growth.PRESSED_FOR.minusNanos(1)));
    assertTrue(isOneMoreWanted(WARM, Growth.PRESSED_FOR));
    assertFalse(isOneMoreWanted(2 * WARM, Growth.PRESSED_FOR));
  }

  @Test
  void one_more_is_wanted_when_none_has_become_free_for_long() {
    growth.cameUp();
    growth.pressed();
    passes(Growth.PRESSED_FOR.minusNanos(1));
    assertFalse(isOneMoreWanted(WARM, Duration.ZERO));
    growth.relieved();
    growth.pressed(); // with the next job
    passes(Growth.PRESSED_FOR.minusNanos(1));
    assertFalse(isOneMoreWanted(WARM, Duration.ZERO));
    passes(Duration.ofNanos(1));
    assertTrue(isOneMoreWanted(WARM, Duration.ZERO));
  }

  @Test
  void one_look_is_enough_for_all_that_wait() {
    growth.pressed();
    assertEquals(Optional.of(Growth.PRESSED_FOR), growth.lookAgainIn(Duration.ZERO));
    assertEquals(Optional.empty(), growth.lookAgainIn(Duration.ZERO));
    passes(Growth.PRESSED_FOR);
    assertTrue(growth.lookAgainIn(Duration.ZERO).isPresent());
  }

  @Test
  void until_a_first_one_has_come_up_one_is_started_at_a_time() {
    assertTrue(growth.isWanted(0, 0, false, false, Duration.ZERO));
    assertFalse(growth.isWanted(1, 0, false, false, Duration.ZERO));
    growth.cameUp();
    assertTrue(growth.isWanted(1, 1, false, false, Duration.ZERO));
  }

  @Test
  void coming_up_again_and_again_ends_no_back_off_and_a_job_done_does() {
    // So often that the back-off outlasts this test, however long it is held up.
    for (int i = 0; i < 10 * RestartPolicy.PARKED_AFTER; i++) {
      growth.cameUp();
      growth.failed("why", false);
    }
    growth.cameUp();
    assertTrue(growth.isParked());
    assertTrue(growth.backOff().compareTo(Duration.ZERO) > 0);
    growth.proven();
    assertFalse(growth.isParked());
    assertFalse(growth.isFailing());
  }

  @Test
  void after_a_failure_the_next_one_is_tried_alone_unless_a_long_job_waits_for_another() {
    growth.cameUp();
    assertTrue(growth.isWanted(0, 1, true, false, Duration.ZERO), "nothing has failed");
    growth.failed("why", false);
    assertFalse(growth.isWanted(0, 1, true, false, Duration.ZERO));
    assertTrue(growth.isWanted(0, 1, true, true, Duration.ZERO));
    assertTrue(growth.isWanted(0, 1, false, false, Duration.ZERO), "it has done a job");
    growth.proven();
    assertTrue(growth.isWanted(0, 1, true, false, Duration.ZERO));
    assertFalse(growth.isWanted(0, WARM, false, false, Duration.ZERO));
  }

  @Test
  void reasons_are_those_of_the_last_failure() {
    growth.failed("one", false);
    growth.failed("two", false);
    assertEquals("two", growth.reason());
  }
}
