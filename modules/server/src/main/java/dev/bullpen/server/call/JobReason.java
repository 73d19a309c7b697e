package dev.bullpen.server.call;

import dev.bullpen.json.Json;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOutcome;
import tools.jackson.databind.node.ObjectNode;

/**
 * Why a job has no result, for programs: the {@code data} of an error, {@code {reason, exitCode?,
 * signal?}}. {@code docs/operator/troubleshooting.md} has the words.
 */
public final class JobReason {
  private JobReason() {}

  /** What happened to the job, or to its helper. */
  public static ObjectNode of(FailureReason reason) {
    return of(reason.word());
  }

  /** The same for a word that is not one of the pool's. */
  public static ObjectNode of(String word) {
    return Json.object().put("reason", word);
  }

  /**
   * Its script has failed.
   *
   * @param completed is no success
   */
  public static ObjectNode of(JobOutcome.Completed completed) {
    return of("script-failed").put(completed.signalled() ? "signal" : "exitCode", completed.code());
  }
}
