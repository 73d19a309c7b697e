package dev.bullpen.server.call;

import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import java.util.List;

/**
 * A pool whose jobs all end in one way, before whoever hands them in is told that they have been.
 *
 * @param jobs is added those that were handed in
 */
public record EndedAtOnce(JobOutcome outcome, List<JobRequest> jobs) implements JobIntake {
  private static final Receipt TOO_LATE =
      new Receipt() {
        @Override
        public void cancel() {}

        @Override
        public boolean withdraw() {
          return false;
        }
      };

  @Override
  public Receipt submit(JobRequest request, JobListener listener) {
    jobs.add(request);
    listener.ended(outcome);
    return TOO_LATE;
  }
}
