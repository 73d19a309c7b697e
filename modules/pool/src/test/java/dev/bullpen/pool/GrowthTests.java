package dev.bullpen.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GrowthTests {
  private static final int WARM = 4;

  private final Growth growth = new Growth(WARM, 2 * WARM);

  @Test
  void until_a_first_one_has_come_up_one_is_started_at_a_time() {
    assertTrue(growth.isWanted(0, 0, false, false));
    assertFalse(growth.isWanted(1, 0, false, false));
    growth.cameUp();
    assertTrue(growth.isWanted(1, 1, false, false));
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
    assertTrue(growth.isWanted(0, 1, true, false), "nothing has failed");
    growth.failed("why", false);
    assertFalse(growth.isWanted(0, 1, true, false));
    assertTrue(growth.isWanted(0, 1, true, true));
    assertTrue(growth.isWanted(0, 1, false, false), "it has done a job");
    growth.proven();
    assertTrue(growth.isWanted(0, 1, true, false));
    assertFalse(growth.isWanted(0, WARM, false, false));
  }

  @Test
  void reasons_are_those_of_the_last_failure() {
    growth.failed("one", false);
    growth.failed("two", false);
    assertEquals("two", growth.reason());
  }
}
