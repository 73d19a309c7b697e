package dev.bullpen.pool.helper;

import dev.bullpen.pool.job.JobRequest;
import java.time.Duration;

/**
 * How long a helper is waited for before it counts as one that hangs. A pool has the {@link
 * #USUAL}; tests of what helpers do, and not how soon, have more.
 *
 * @param provider at least, between a provider's interrupt and the end of its helper
 * @param lastWords for what a job has written until its time was over
 * @param clean after a script's grace, for the end of all it has left
 * @param tidy the same after a script's own end, and for the end of a helper that is to go
 */
public record KillTimes(Duration provider, Duration lastWords, Duration clean, Duration tidy) {
  public static final KillTimes USUAL =
      new KillTimes(
          // A provider that ends at its interrupt needs a millisecond or two, and keeps its helper.
          Duration.ofMillis(20),
          // A helper reports within a millisecond what a script has written, unless it hangs.
          Duration.ofMillis(50),
          // Ten times what a helper needs to end a script and all it left, on a busy machine.
          Duration.ofMillis(150),
          // A script's last processes may take a moment to die, but not this long.
          Duration.ofSeconds(2));

  /** What a job is given between TERM, or a provider's interrupt, and KILL. */
  public Duration grace(JobRequest request) {
    Duration grace = request.limits().grace();
    boolean isLeast = request.script().program().isProvider() && grace.compareTo(provider) < 0;
    return isLeast ? provider : grace;
  }
}
