package dev.bullpen.pool;

import dev.bullpen.pool.run.Job;

/** A submitted job, for ending it, extending its time, or answering its script. */
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
