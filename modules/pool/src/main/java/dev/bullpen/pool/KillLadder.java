package dev.bullpen.pool;

import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.KillTimes;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.roster.Roster;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.thread.PoolThreads;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.Safeguard;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ends jobs and everything they started.
 *
 * <p>The job has been marked before: all later reports of a cancelled job are ignored, and of one
 * that has timed out, those later than {@link KillTimes#lastWords}. First its helper is sent a
 * {@code Kill}: TERM for the script's group, the grace, then KILL for the group and all processes
 * that the helper has adopted. A helper that has not reported clean within {@link KillTimes#clean}
 * after the grace is killed itself, with its group. Another helper takes over at once. When the
 * killed one has died, the supervisor adopts and ends what it had adopted, and sweeps for the job's
 * marker. If it does not die, because it is frozen or stuck in the kernel, the sweep comes {@link
 * KillTimes#tidy} after the signal.
 */
final class KillLadder {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  private final Helpers helpers;
  private final Roster roster;
  private final PoolThreads threads;
  private final KillTimes times;
  private final AtomicLong kills = new AtomicLong();

  KillLadder(Helpers helpers, Roster roster, PoolThreads threads, KillTimes times) {
    this.helpers = helpers;
    this.roster = roster;
    this.threads = threads;
    this.times = times;
  }

  /** A job has timed out: it fails, with its error output so far. */
  void expire(Job job) {
    if (job.expire()) {
      threads.after(times.lastWords(), job::conclude);
      end(job);
    }
  }

  /** The number of jobs that were ended. */
  long kills() {
    return kills.get();
  }

  /**
   * End a job that has been marked: by the first step now, and by the next if that is not enough.
   * Nothing happens if no helper has it.
   */
  void end(Job job) {
    Optional<Helper> runner = roster.release(job);
    if (runner.isPresent()) {
      kills.incrementAndGet();
      Helper helper = runner.get();
      sendKill(helper, job);
      threads.after(times.grace(job.request()).plus(times.clean()), () -> escalate(helper, job));
    }
  }

  /** The first step only: its helper ends the job. */
  void sendKill(Helper helper, Job job) {
    helper.sendIfPossible(
        new Frame.Kill(job.number(), (int) times.grace(job.request()).toMillis()));
  }

  private void escalate(Helper helper, Job job) {
    if (Safeguard.ESCALATION.on() && roster.retireIfCleaning(helper, job)) {
      LOG.log(Level.WARNING, "{0} has not ended {1} in time and is ended itself", helper, job);
      kill(helper, FailureReason.HUNG);
      threads.execute(helpers::grow);
    }
  }

  /** Dismiss a helper without a job. */
  void letGo(Helper helper, FailureReason why) {
    helper.dismiss(why);
    killIfItStays(helper);
  }

  /** A retired helper ends itself. If it does not, because it is stopped, it is killed. */
  void killIfItStays(Helper helper) {
    threads.after(times.tidy(), () -> endIfStillGoing(helper));
  }

  private void endIfStillGoing(Helper helper) {
    if (Safeguard.ESCALATION.on() && roster.isGoing(helper)) {
      LOG.log(Level.WARNING, "{0} does not go and is ended", helper);
      kill(helper, FailureReason.HUNG);
    }
  }

  /** End helpers that clean up for too long. Call regularly. */
  void endThoseThatHang() {
    if (Safeguard.ESCALATION.on()) {
      for (Helper helper : roster.retireHanging(times)) {
        LOG.log(Level.WARNING, "{0} cannot end what its job left and is ended itself", helper);
        kill(helper, FailureReason.HUNG);
      }
    }
  }

  /** The last step: kill the helper. Its end, or else the time, ends all processes of its job. */
  void kill(Helper helper, FailureReason why) {
    threads.execute(() -> helper.kill(why));
    threads.after(times.tidy(), () -> helpers.endJobOfStuck(helper));
  }
}
