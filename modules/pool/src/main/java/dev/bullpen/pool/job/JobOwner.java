package dev.bullpen.pool.job;

/**
 * For which client a job runs.
 *
 * @param principal in whose name. Principals with waiting jobs take turns; the jobs of one
 *     principal go in order of arrival, whichever of its clients they are for
 * @param backpressure of the client that gets the outcome
 */
public record JobOwner(String principal, Backpressure backpressure) {
  /** The principal of the process's own user. */
  public static final String LOCAL = "local";

  /** For no client: jobs of the server itself, which are never held back. */
  public static final JobOwner SERVER = new JobOwner(LOCAL, Backpressure.NONE);
}
