package dev.bullpen.pool;

import dev.bullpen.pool.run.Job;

/** A job that was submitted, to end it, give it more time, or answer its script. */
public final class JobHandle {
  private final Job job;

  JobHandle(Job job) {
    this.job = job;
  }

  Job job() {
    return job;
  }

  @Override
  public String toString() {
    return job.toString();
  }
}
