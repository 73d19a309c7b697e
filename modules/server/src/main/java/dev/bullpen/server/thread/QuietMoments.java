package dev.bullpen.server.thread;

import dev.bullpen.server.thread.Timers.Later;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Runs tasks when no client has been served for a while.
 *
 * @param quiet for how long none has been
 */
public record QuietMoments(Supplier<Duration> quiet, Later later) {
  /**
   * Run a task as soon as it is quiet, on the thread of {@code later}. Returns at once.
   *
   * @param least for how long it must have been quiet, and how often that is checked
   * @param checks after so many the task is not run at all
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
