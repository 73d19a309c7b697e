package dev.bullpen.server.call;

import dev.bullpen.pool.job.JobHandle;
import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import java.util.List;

/**
 * A pool whose jobs all end in one way, before {@code submit} returns.
 *
 * @param jobs is added those that were handed in
 */
public record EndedAtOnce(JobOutcome outcome, List<JobRequest> jobs) implements JobIntake {
  @Override
  public JobHandle prepare(JobRequest request, JobListener listener) {
    return new StubJob() {
      @Override
      public void submit() {
        jobs.add(request);
        listener.ended(outcome);
      }
    };
  }
}
