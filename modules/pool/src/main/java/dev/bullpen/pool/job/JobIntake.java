package dev.bullpen.pool.job;

/** Where jobs are handed in. */
public interface JobIntake {
  /**
   * A job that is not handed in yet. Its script may report something before {@link
   * JobHandle#submit} has returned, and then the listener needs the job.
   *
   * @param listener receives what the script reports, and the outcome
   */
  JobHandle prepare(JobRequest request, JobListener listener);

  default JobHandle submit(JobRequest request, JobListener listener) {
    JobHandle job = prepare(request, listener);
    job.submit();
    return job;
  }
}
