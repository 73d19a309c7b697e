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
   * @param least how long it must have been quiet, and how often to check that
   * @param checks after so many checks the task is given up
   */
  public void when(Duration least, int checks, Runnable task) {
    if (checks > 0) {
      later.after(least, () -> runOrWait(least, checks, task));
    }
  }

  private void runOrWait(Duration least, int checks, Runnable task) {
    if (quiet.get().compareTo(least) >= 0) {
      task.run();
    } else {
      when(least, checks - 1, task);
    }
  }
}
