package dev.bullpen.pool.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PoolThreadsTests {
  private static final long PATIENCE_SECONDS = 20;

  private final PoolThreads threads = new PoolThreads();

  @AfterEach
  void close() {
    threads.close();
  }

  @Test
  void after_a_standstill_the_timer_lets_others_hear_first_what_was_said() throws Exception {
    long waited = waitedAfterStandstillOf(Duration.ofMillis(600));
    assertTrue(waited >= 499, "rang " + waited + " ms after the standstill");
  }

  @Test
  void after_a_short_one_it_does_so_for_as_long_as_that_was() throws Exception {
    long waited = waitedAfterStandstillOf(Duration.ofMillis(120));
    assertTrue(waited >= 99, "rang " + waited + " ms after the standstill");
  }

  @Test
  void what_is_due_again_and_again_is_done_again_though_it_failed() throws Exception {
    CountDownLatch done = new CountDownLatch(3);
    Runnable failing =
        new Runnable() {
          @Override
          public void run() {
            threads.after(Duration.ofMillis(100), this);
            done.countDown();
            throw new IllegalStateException("for the test");
          }
        };
    threads.after(Duration.ZERO, failing);
    assertTrue(done.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
  }

  /**
   * A thread belongs to the group of the thread that made it, so no other test adds to this one.
   */
  @Test
  void the_timer_has_its_thread_before_the_first_task() throws Exception {
    ThreadGroup group = new ThreadGroup("before the first task");
    AtomicReference<PoolThreads> made = new AtomicReference<>();
    Thread maker = new Thread(group, () -> made.set(new PoolThreads()));
    maker.start();
    maker.join();
    try (PoolThreads idle = made.get()) {
      assertEquals(1, group.activeCount(), "a later task could find no thread left: " + idle);
    }
  }

  /** In milliseconds, of what was due 20 ms after the standstill's beginning. */
  private long waitedAfterStandstillOf(Duration standstill) throws InterruptedException {
    AtomicLong moving = new AtomicLong();
    AtomicLong rang = new AtomicLong();
    CountDownLatch done = new CountDownLatch(2);
    threads.after(
        Duration.ZERO,
        () -> {
          // Set here, so that they are due during the standstill, whatever other threads are held
          // up.
          threads.after(
              Duration.ofMillis(20),
              () -> {
                rang.set(System.nanoTime());
                done.countDown();
              });
          threads.after(Duration.ofMillis(30), done::countDown);
          standStill(standstill);
          moving.set(System.nanoTime());
        });
    assertTrue(done.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
    return TimeUnit.NANOSECONDS.toMillis(rang.get() - moving.get());
  }

  private static void standStill(Duration duration) {
    long end = System.nanoTime() + duration.toNanos();
    while (end - System.nanoTime() > 0) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }
}
