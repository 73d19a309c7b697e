package dev.bullpen.pool.helper;

import dev.bullpen.pool.job.JobRequest;
import java.time.Duration;

/**
 * How long a helper may take before it counts as hanging. A pool has the {@link #USUAL}. Tests of
 * what helpers do, rather than how soon, have longer times.
 *
 * @param provider the least time between a provider's interrupt and the end of its helper
 * @param lastWords for reading what a job has written before it timed out
 * @param clean after a script's grace, for ending everything it left
 * @param tidy the same after a script's own end, and for the end of a dismissed helper
 */
public record KillTimes(Duration provider, Duration lastWords, Duration clean, Duration tidy) {
  public static final KillTimes USUAL =
      new KillTimes(
          // A provider that ends when interrupted needs a millisecond or two, and keeps its helper.
          Duration.ofMillis(20),
          // Unless it hangs, a helper reports a script's output within a millisecond.
          Duration.ofMillis(50),
          // Ten times what a helper needs to end a script and its processes on a busy machine.
          Duration.ofMillis(150),
          // A script's last processes may take a moment to die, but not this long.
          Duration.ofSeconds(2));

  /** The time a job has between TERM, or a provider's interrupt, and KILL. */
  public Duration grace(JobRequest request) {
    Duration grace = request.limits().grace();
    boolean isLeast = request.script().program().isProvider() && grace.compareTo(provider) < 0;
    return isLeast ? provider : grace;
  }
}
