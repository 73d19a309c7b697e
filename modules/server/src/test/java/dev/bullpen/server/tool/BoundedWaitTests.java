package dev.bullpen.server.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.server.thread.Timers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BoundedWaitTests {
  @Test
  void what_comes_after_its_time_comes_too_late() throws InterruptedException {
    try (Timers timers = new Timers()) {
      CountDownLatch late = new CountDownLatch(1);
      BoundedWait wait = new BoundedWait();
      wait.limit(timers, Duration.ofMillis(1), late::countDown);
      assertTrue(late.await(10, TimeUnit.SECONDS));
      assertFalse(wait.isOn());
      assertFalse(wait.end());
    }
  }

  @Test
  void what_comes_in_time_is_not_late_any_more() throws InterruptedException {
    try (Timers timers = new Timers()) {
      CountDownLatch late = new CountDownLatch(1);
      BoundedWait before = new BoundedWait();
      assertTrue(before.end());
      before.limit(timers, Duration.ZERO, late::countDown);
      BoundedWait after = new BoundedWait();
      after.limit(timers, Duration.ofHours(1), late::countDown);
      assertTrue(after.end());
      CountDownLatch behind = new CountDownLatch(1);
      timers.after(Duration.ofMillis(1), behind::countDown);
      assertTrue(behind.await(10, TimeUnit.SECONDS));
      assertEquals(1, late.getCount());
    }
  }
}
