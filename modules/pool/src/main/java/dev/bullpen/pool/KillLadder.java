package dev.bullpen.pool;

import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.Patience;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.roster.Roster;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.thread.PoolThreads;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.Safeguard;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;

/**
 * Ends jobs and all they started.
 *
 * <p>Who goes down it has been marked before, so that whatever it still says is not heard. Then its
 * helper is told to end it: TERM for the script's group, the grace, KILL for the group and for all
 * that has become the helper's. If that helper has not said clean {@link Patience#clean} after the
 * grace, the helper itself is ended, what it had adopted comes to us and is ended, and the job's
 * marker is swept for. Another helper takes over at once.
 */
final class KillLadder {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  private final Roster roster;
  private final PoolThreads threads;
  private final Patience patience;
  private final Runnable grow;

  /**
   * A ladder for the jobs of these helpers.
   *
   * @param grow starts helpers for those that had to go; on a hand
   */
  KillLadder(Roster roster, PoolThreads threads, Patience patience, Runnable grow) {
    this.roster = roster;
    this.threads = threads;
    this.patience = patience;
    this.grow = grow;
  }

  /** A job's time is up: it has that for its answer, with what it has said until then. */
  void expire(Job job) {
    if (job.expire()) {
      threads.after(patience.lastWords(), job::conclude);
      end(job);
    }
  }

  /** From the first step: a job that has its answer, or needs none, is to go. */
  void end(Job job) {
    Optional<Helper> runner = roster.release(job);
    if (runner.isPresent()) {
      Helper helper = runner.get();
      tell(helper, job);
      threads.after(
          patience.grace(job.request()).plus(patience.clean()), () -> escalate(helper, job));
    }
  }

  /** The first step alone: its helper is to end it. */
  void tell(Helper helper, Job job) {
    helper.tell(new Frame.Kill(job.number(), (int) patience.grace(job.request()).toMillis()));
  }

  private void escalate(Helper helper, Job job) {
    if (Safeguard.ESCALATION.on() && roster.retireIfStillOn(helper, job)) {
      LOG.log(Level.WARNING, "{0} has not ended {1} in time and is ended itself", helper, job);
      kill(helper, FailureReason.HUNG);
      threads.hand(grow);
    }
  }

  /** One that has no job is to go; it is ended if it does not, because somebody has stopped it. */
  void letGo(Helper helper, FailureReason why) {
    helper.dismiss(why);
    threads.after(patience.tidy(), () -> endIfStillGoing(helper));
  }

  private void endIfStillGoing(Helper helper) {
    if (Safeguard.ESCALATION.on() && roster.isGoing(helper)) {
      LOG.log(Level.WARNING, "{0} does not go and is ended", helper);
      kill(helper, FailureReason.HUNG);
    }
  }

  /** None may clean up for ever; for now and then. */
  void endThoseThatHang() {
    if (Safeguard.ESCALATION.on()) {
      for (Helper helper : roster.retireHanging(patience)) {
        LOG.log(Level.WARNING, "{0} cannot end what its job left and is ended itself", helper);
        kill(helper, FailureReason.HUNG);
      }
    }
  }

  /** The last step: the helper itself, and with it all that is its. */
  void kill(Helper helper, FailureReason why) {
    threads.hand(() -> helper.kill(why));
  }
}
