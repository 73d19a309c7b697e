package dev.bullpen.pool.roster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RestartPolicyTests {
  private final RestartPolicy policy = new RestartPolicy(() -> 0);

  @Test
  void the_first_start_and_every_one_after_a_success_is_due_at_once() {
    assertEquals(Duration.ZERO, policy.left());
    policy.failed("why", false);
    policy.succeeded();
    assertEquals(Duration.ZERO, policy.left());
    assertFalse(policy.isFailing());
  }

  @Test
  void there_are_at_most_ten_starts_in_the_first_minute() {
    Duration elapsed = Duration.ZERO;
    int starts = 0;
    while (elapsed.compareTo(Duration.ofMinutes(1)) < 0) {
      starts++;
      policy.failed("why", false);
      elapsed = elapsed.plus(policy.left());
    }
    assertTrue(starts <= 10, starts + " starts");
  }

  @Test
  void a_repair_is_noticed_within_half_a_minute_however_long_it_took() {
    for (int failures = 0; failures < 1_000; failures++) {
      policy.failed("why", false);
      assertTrue(policy.left().compareTo(Duration.ofSeconds(29)) < 0);
    }
  }

  @Test
  void the_end_of_a_shortage_is_noticed_within_four_seconds() {
    for (int failures = 0; failures < 1_000; failures++) {
      policy.failed("why", true);
      assertTrue(policy.left().compareTo(Duration.ofSeconds(4)) < 0);
    }
    policy.failed("why", false);
    assertTrue(policy.left().compareTo(Duration.ofSeconds(24)) >= 0);
  }

  @Test
  void the_third_failure_in_a_row_parks() {
    policy.failed("one", false);
    policy.failed("two", false);
    assertFalse(policy.isParked());
    policy.failed("three", false);
    assertTrue(policy.isParked());
    assertEquals("three", policy.reason());
    policy.succeeded();
    assertFalse(policy.isParked());
  }
}
