package dev.bullpen.server.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RateLimitTests {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @Test
  void a_burst_of_two_seconds_is_taken_and_not_one_more() {
    RateLimit limit = RateLimit.perSecond(10, 0);
    for (int i = 0; i < 20; i++) {
      assertTrue(0 == limit.take(0), "token " + i);
    }
    assertFalse(0 == limit.take(0));
    assertFalse(0 == limit.take(SECOND / 10 - 1));
    assertTrue(0 == limit.take(SECOND / 10));
    assertFalse(0 == limit.take(SECOND / 10));
  }

  @Test
  void time_does_not_fill_it_beyond_a_burst() {
    RateLimit limit = RateLimit.perSecond(10, 0);
    for (int i = 0; i < 20; i++) {
      assertTrue(0 == limit.take(1_000 * SECOND), "token " + i);
    }
    assertFalse(0 == limit.take(1_000 * SECOND));
  }

  @Test
  void a_call_that_comes_too_early_gets_the_time_to_wait() {
    RateLimit limit = RateLimit.perMinute(2, 0);
    assertEquals(0, limit.take(0));
    assertEquals(0, limit.take(0));
    assertEquals(30 * SECOND, limit.take(0));
    assertEquals(1, limit.take(30 * SECOND - 1));
    assertEquals(0, limit.take(30 * SECOND));
  }

  @Test
  void a_token_can_be_kept_back() {
    RateLimit limit = RateLimit.perMinute(2, 0);
    assertEquals(0, limit.take(0, 1));
    assertEquals(30 * SECOND, limit.take(0, 1));
    assertEquals(0, limit.take(0, 0));
  }

  @Test
  void none_a_minute_means_no_limit() {
    RateLimit limit = RateLimit.perMinute(0, 0);
    for (int i = 0; i < 10_000; i++) {
      assertEquals(0, limit.take(0));
    }
  }
}
