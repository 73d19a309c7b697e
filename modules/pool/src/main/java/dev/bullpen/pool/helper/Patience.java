package dev.bullpen.pool.helper;

import dev.bullpen.pool.job.JobRequest;
import java.time.Duration;

/**
 * How long a helper is waited for until it counts as one that hangs. A pool has the {@link #USUAL};
 * tests of what helpers do, and not how soon, have more.
 *
 * @param provider at least, between a provider's interrupt and the end of its helper
 * @param lastWords for what a job has written until its time was over
 * @param clean after a script's grace, for the end of all it has left
 * @param tidy the same after a script's own end, and for the end of a helper that is to go
 */
public record Patience(Duration provider, Duration lastWords, Duration clean, Duration tidy) {
  /**
   * A provider that ends at its interrupt does so in a millisecond or two, and keeps its helper.
   */
  private static final Duration PROVIDER = Duration.ofMillis(20);

  /** A helper reports within a millisecond what a script has written, unless it hangs. */
  private static final Duration LAST_WORDS = Duration.ofMillis(50);

  /** Ten times what a helper needs to end a script and all it left, on a busy machine. */
  private static final Duration CLEAN = Duration.ofMillis(150);

  /** A script's last processes may take a moment to die, but not this long. */
  private static final Duration TIDY = Duration.ofSeconds(2);

  public static final Patience USUAL = new Patience(PROVIDER, LAST_WORDS, CLEAN, TIDY);

  /** What a job is given between TERM, or a provider's interrupt, and KILL. */
  public Duration grace(JobRequest request) {
    Duration grace = request.limits().grace();
    boolean least = request.script().program().isProvider() && grace.compareTo(provider) < 0;
    return least ? provider : grace;
  }
}
