package dev.bullpen.pool.job;

/**
 * The client for which a job runs.
 *
 * @param principal of the client. Principals with waiting jobs take turns. The jobs of one
 *     principal run in order of arrival, also if they are for different clients
 * @param backpressure of the client that gets the outcome
 * @param call the number of its call; 0 if there is none
 */
public record JobOwner(String principal, Backpressure backpressure, long call) {
  /** The principal of the process's own user. */
  public static final String LOCAL = "local";

  /** For a client, but for no call. */
  public JobOwner(String principal, Backpressure backpressure) {
    this(principal, backpressure, 0);
  }

  /** For no client: jobs of the server itself, which are never held back. */
  public static final JobOwner SERVER = new JobOwner(LOCAL, Backpressure.NONE);
}
