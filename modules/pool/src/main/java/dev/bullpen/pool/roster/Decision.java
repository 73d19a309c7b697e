package dev.bullpen.pool.roster;

import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.run.Job;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the roster decided under its lock, to be carried out outside it.
 *
 * @param hand a job that now has a helper
 * @param refused jobs that will not get one
 * @param growAfter when to check whether more helpers are needed
 * @param relieved out of service from now on, because a fresh one has come up
 */
public record Decision(
    Optional<Hand> hand,
    List<Refusal> refused,
    Optional<Duration> growAfter,
    Optional<Helper> relieved) {
  public record Hand(Helper helper, Job job) {}

  public record Refusal(Job job, FailureReason reason, String detail) {
    /** Outside the lock. */
    public void failJob() {
      job.fail(reason, detail);
    }
  }

  static final Decision NOTHING =
      new Decision(Optional.empty(), List.of(), Optional.empty(), Optional.empty());

  static Decision refuse(Job job, FailureReason reason, String detail) {
    return new Decision(
        Optional.empty(),
        List.of(new Refusal(job, reason, detail)),
        Optional.empty(),
        Optional.empty());
  }

  static Decision of(Optional<Hand> hand, Optional<Duration> growAfter) {
    return new Decision(hand, List.of(), growAfter, Optional.empty());
  }

  /** The same, and that helper goes, if there is one. */
  Decision relieving(Optional<Helper> helper) {
    return new Decision(hand, refused, growAfter, helper);
  }
}
