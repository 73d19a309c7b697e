package dev.bullpen.pool.job;

/** Receives what a script reports while it runs, and then how it ended. */
public interface JobListener extends JobOutput {
  /**
   * The job has ended; called once, unless the job is cancelled first. On a thread of the pool, or
   * on the one that submits the job if it is refused.
   */
  void ended(JobOutcome outcome);
}
