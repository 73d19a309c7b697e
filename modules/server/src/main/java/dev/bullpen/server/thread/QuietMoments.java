package dev.bullpen.server.thread;

import dev.bullpen.server.thread.Timers.Later;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Runs tasks when no client has been served for a while.
 *
 * @param quiet how long none has been
 */
public record QuietMoments(Supplier<Duration> quiet, Later later) {
  /**
   * Run a task as soon as it is quiet, on the thread of {@code later}. Returns at once.
   *
   * @param least how long it must have been quiet
   * @param checks after so many checks, which are made when that may be, the task is given up
   */
  public void when(Duration least, int checks, Runnable task) {
    check(least, least, checks, task);
  }

  private void check(Duration delay, Duration least, int checks, Runnable task) {
    if (checks == 0) {
      return;
    }
    later.after(
        delay,
        () -> {
          Duration missing = least.minus(quiet.get());
          if (missing.isNegative() || missing.isZero()) {
            task.run();
          } else {
            check(missing, least, checks - 1, task);
          }
        });
  }
}
