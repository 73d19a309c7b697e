package dev.bullpen.pool.job;

/**
 * For which client a job runs.
 *
 * @param principal in whose name. Principals with waiting jobs take turns; the jobs of one
 *     principal go in order of arrival, whichever of its clients they are for
 * @param backpressure of the client that gets the outcome
 * @param call the number of the call that it is for; 0 for none
 */
public record JobOwner(String principal, Backpressure backpressure, long call) {
  /** The principal of the process's own user. */
  public static final String LOCAL = "local";

  /** For a client, and none of its calls. */
  public JobOwner(String principal, Backpressure backpressure) {
    this(principal, backpressure, 0);
  }

  /** For no client: jobs of the server itself, which are never held back. */
  public static final JobOwner SERVER = new JobOwner(LOCAL, Backpressure.NONE);

  /** The same client, for one of its calls. */
  public JobOwner ofCall(long number) {
    return new JobOwner(principal, backpressure, number);
  }
}
