package dev.bullpen.server.completion;

import dev.bullpen.pool.job.JobRequest;
import java.time.Duration;

/**
 * A request that a script can answer.
 *
 * @param order greater than that of every request that came before
 * @param job what is run for it, unless something better is found
 */
record CompletionQuery(long order, CompletionField field, CompletionKey key, JobRequest job) {
  Duration timeout() {
    return job.limits().timeout();
  }
}
