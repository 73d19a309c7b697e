package dev.bullpen.server;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RateLimitTests {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @Test
  void a_burst_of_two_seconds_is_taken_and_not_one_more() {
    RateLimit limit = new RateLimit(10, 0);
    for (int i = 0; i < 20; i++) {
      assertTrue(limit.tryTake(0), "token " + i);
    }
    assertFalse(limit.tryTake(0));
    assertFalse(limit.tryTake(SECOND / 10 - 1));
    assertTrue(limit.tryTake(SECOND / 10));
    assertFalse(limit.tryTake(SECOND / 10));
  }

  @Test
  void time_does_not_fill_it_beyond_a_burst() {
    RateLimit limit = new RateLimit(10, 0);
    for (int i = 0; i < 20; i++) {
      assertTrue(limit.tryTake(1_000 * SECOND), "token " + i);
    }
    assertFalse(limit.tryTake(1_000 * SECOND));
  }
}
