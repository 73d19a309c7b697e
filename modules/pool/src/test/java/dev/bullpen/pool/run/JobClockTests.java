package dev.bullpen.pool.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class JobClockTests {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration FOR_EVER = Duration.ofDays(1);

  /** Time that passes when a test lets it, and the tasks that are due by then. */
  private static final class Time implements JobClock.Timer {
    private record Due(long at, FutureTask<?> task) {}

    private final PriorityQueue<Due> tasks =
        new PriorityQueue<>((one, other) -> Long.signum(one.at - other.at));

    private long now = Long.MAX_VALUE - SECOND.toNanos(); // it runs over, as it may
    private int set;

    @Override
    public Future<?> after(Duration delay, Runnable task) {
      FutureTask<?> future = new FutureTask<>(task, true);
      tasks.add(new Due(now + delay.toNanos(), future));
      set++;
      return future;
    }

    void pass(Duration duration) {
      long end = now + duration.toNanos();
      while (!tasks.isEmpty() && tasks.peek().at - end <= 0) {
        Due due = tasks.remove();
        now = due.at;
        due.task.run();
      }
      now = end;
    }
  }

  private final Time time = new Time();
  private final JobClock clock = new JobClock(time, () -> time.now);
  private int over;

  private void start() {
    clock.start(SECOND, () -> over++);
  }

  private void pass(Duration duration, int expected) {
    time.pass(duration);
    assertEquals(expected, over);
  }

  @Test
  void its_time_is_over_once_and_not_a_moment_before() {
    start();
    pass(SECOND.minusNanos(1), 0);
    pass(Duration.ofNanos(1), 1);
    pass(SECOND.multipliedBy(10), 1);
  }

  @Test
  void stopped_in_the_last_moment_it_is_never_over() {
    start();
    pass(SECOND.minusNanos(1), 0);
    clock.stop();
    clock.extend(SECOND, FOR_EVER);
    pass(SECOND.multipliedBy(10), 0);
  }

  @Test
  void extended_it_begins_anew() {
    start();
    pass(SECOND.minusNanos(1), 0);
    clock.extend(SECOND, FOR_EVER);
    pass(SECOND.minusNanos(1), 0);
    pass(Duration.ofNanos(1), 1);
  }

  @Test
  void extended_by_less_than_is_left_it_is_over_sooner() {
    start();
    clock.extend(Duration.ofMillis(10), FOR_EVER);
    pass(Duration.ofMillis(10).minusNanos(1), 0);
    pass(Duration.ofNanos(1), 1);
  }

  @Test
  void extended_a_thousand_times_a_second_it_sets_a_timer_once_a_second() {
    start();
    for (int i = 0; i < 10_000; i++) {
      pass(Duration.ofMillis(1), 0);
      clock.extend(SECOND, FOR_EVER);
    }
    assertEquals(1 + 10, time.set, 1, "timers set in 10 s");
    pass(SECOND, 1);
  }

  @Test
  void extended_it_has_no_more_than_it_may_run_in_all() {
    Duration max = SECOND.multipliedBy(2);
    start();
    pass(Duration.ofMillis(900), 0);
    assertEquals(Optional.of(SECOND), clock.extend(SECOND, max));
    pass(Duration.ofMillis(900), 0);
    assertEquals(Optional.of(Duration.ofMillis(200)), clock.extend(SECOND, max));
    pass(Duration.ofMillis(200).minusNanos(1), 0);
    pass(Duration.ofNanos(1), 1);
    assertEquals(Optional.empty(), clock.extend(SECOND, FOR_EVER), "its time is over");
  }

  @Test
  void pauses_do_not_count_for_what_it_may_run_in_all() {
    Duration max = SECOND.multipliedBy(2);
    clock.pause();
    pass(SECOND, 0);
    start(); // paused already
    pass(SECOND.multipliedBy(10), 0);
    clock.resume();
    pass(Duration.ofMillis(900), 0);
    clock.pause();
    pass(SECOND.multipliedBy(10), 0);
    clock.pause();
    pass(SECOND.multipliedBy(10), 0);
    assertEquals(Optional.of(SECOND), clock.extend(SECOND, max), "while it stands");
    clock.resume();
    clock.resume();
    pass(Duration.ofMillis(300), 0);
    assertEquals(Optional.of(Duration.ofMillis(800)), clock.extend(SECOND, max));
    pass(Duration.ofMillis(800).minusNanos(1), 0);
    pass(Duration.ofNanos(1), 1);
  }

  @Test
  void paused_it_stands_and_goes_on_with_what_was_left() {
    start();
    pass(Duration.ofMillis(600), 0);
    clock.pause();
    pass(SECOND.multipliedBy(10), 0);
    clock.resume();
    pass(Duration.ofMillis(400).minusNanos(1), 0);
    pass(Duration.ofNanos(1), 1);
  }

  @Test
  void paused_twice_it_stands_until_it_is_resumed_twice() {
    start();
    clock.pause();
    pass(Duration.ofMillis(600), 0);
    clock.pause();
    clock.resume();
    pass(SECOND.multipliedBy(10), 0);
    clock.resume();
    clock.resume(); // once too often
    pass(SECOND.minusNanos(1), 0);
    pass(Duration.ofNanos(1), 1);
  }

  @Test
  void extended_while_it_stands_it_has_all_of_that_when_it_goes_on() {
    start();
    pass(Duration.ofMillis(900), 0);
    clock.pause();
    clock.extend(SECOND, FOR_EVER);
    pass(SECOND.multipliedBy(10), 0);
    clock.resume();
    pass(SECOND.minusNanos(1), 0);
    pass(Duration.ofNanos(1), 1);
  }

  @Test
  void before_the_start_nothing_passes() {
    clock.pause();
    clock.resume();
    clock.extend(Duration.ZERO, FOR_EVER);
    pass(SECOND.multipliedBy(10), 0);
    start();
    pass(SECOND.minusNanos(1), 0);
    pass(Duration.ofNanos(1), 1);
  }
}
