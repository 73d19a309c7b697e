package dev.bullpen.pool.job;

/** Receives a script's reports while it runs, and then its outcome. */
public interface JobListener extends JobOutput {
  /**
   * The job has ended. Called once, unless the job is cancelled first, on a thread of the pool, or
   * on the submitting thread if the job is refused.
   */
  void ended(JobOutcome outcome);
}
