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
 * Ends jobs and all they started.
 *
 * <p>The job has been marked before: nothing that a cancelled job still reports counts, and of one
 * past its time only what arrives within {@link KillTimes#lastWords}. Then its helper is sent a
 * {@code Kill}: TERM for the script's group, the grace, KILL for the group and for all processes
 * that the helper has adopted. A helper that has not reported clean {@link KillTimes#clean} after
 * the grace is ended itself; the supervisor adopts and ends what it had adopted, and sweeps for the
 * job's marker. Another helper takes over at once.
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

  /** A job's time is up: it fails for that, with what it has written until then. */
  void expire(Job job) {
    if (job.expire()) {
      threads.after(times.lastWords(), job::conclude);
      end(job);
    }
  }

  /** How many jobs have been ended. */
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

  /** The first step alone: its helper is to end it. */
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

  /** Dismiss a helper that has no job; it is ended if it does not go, because it is stopped. */
  void letGo(Helper helper, FailureReason why) {
    helper.dismiss(why);
    threads.after(times.tidy(), () -> endIfStillGoing(helper));
  }

  private void endIfStillGoing(Helper helper) {
    if (Safeguard.ESCALATION.on() && roster.isGoing(helper)) {
      LOG.log(Level.WARNING, "{0} does not go and is ended", helper);
      kill(helper, FailureReason.HUNG);
    }
  }

  /** None may clean up for ever. To be called regularly. */
  void endThoseThatHang() {
    if (Safeguard.ESCALATION.on()) {
      for (Helper helper : roster.retireHanging(times)) {
        LOG.log(Level.WARNING, "{0} cannot end what its job left and is ended itself", helper);
        kill(helper, FailureReason.HUNG);
      }
    }
  }

  /** The last step: the helper itself, and with it all that is its. */
  void kill(Helper helper, FailureReason why) {
    threads.execute(() -> helper.kill(why));
  }
}
