package dev.bullpen.pool.job;

import java.time.Duration;
import java.util.Optional;

/** One job, from before it is handed in until it is over. For any thread. */
public interface JobHandle {
  /** Hand it in: queue it, or hand it to a helper, without blocking. May be called once. */
  void submit();

  /**
   * Cancel it: end it and everything it started. Its listener gets nothing more.
   *
   * @return false if it already had its answer
   */
  boolean cancel();

  /**
   * Remove it from the queue. Its listener gets nothing more.
   *
   * @return false, with no effect, if a helper has or had it, or it has been answered or cancelled
   */
  boolean withdraw();

  /** Whether a helper runs it, or still cleans up after it. */
  boolean isWithHelper();

  /**
   * Restart its time, if it runs. Cheap.
   *
   * @param again the time that it has from now on, unless that is more than it may run in all
   * @param max for how long it may run in all, without pauses
   * @return the time that it has from now on; empty, and nothing has changed, if it does not run
   */
  Optional<Duration> extend(Duration again, Duration max);

  /**
   * Stop its time while a client is asked something for it, until {@link #resume} has been called
   * as often as this. The caller ensures that this happens. Meanwhile another helper may replace
   * its helper, so that no other job waits for that client.
   */
  void pause();

  /** End one {@link #pause}. */
  void resume();

  /**
   * Put a whole file into its exchange folder. Does nothing if it is over.
   *
   * @return false, with no effect, if the file is longer than a helper can take
   */
  boolean put(String name, byte[] bytes);
}
