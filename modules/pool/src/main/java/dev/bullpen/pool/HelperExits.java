package dev.bullpen.pool;

import dev.bullpen.pool.helper.ExitLog;
import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.HelperExit;
import dev.bullpen.pool.helper.OomKills;
import dev.bullpen.pool.roster.Decision;
import dev.bullpen.pool.roster.Roster;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.thread.PoolThreads;
import dev.bullpen.wire.Safeguard;
import java.time.Duration;
import java.util.Optional;

/**
 * What follows when a helper has exited: it is logged, its job fails, another is spawned, and its
 * leftovers are ended and removed.
 */
final class HelperExits {
  private static final Duration SOON = Duration.ofSeconds(1);

  /** As often soon: a shortage may be over by then. */
  private static final int MANY_TRIES = 60;

  private static final Duration SELDOM = Duration.ofSeconds(10);

  private final Roster roster;
  private final ProcessTree processes;
  private final PoolThreads threads;
  private final Runnable grow;
  private final ExitLog deaths = new ExitLog();
  private final OomKills oomKills = new OomKills();

  /**
   * @param grow starts helpers; on a hand
   */
  HelperExits(Roster roster, ProcessTree processes, PoolThreads threads, Runnable grow) {
    this.roster = roster;
    this.processes = processes;
    this.threads = threads;
    this.grow = grow;
  }

  /** Now and then, and before the first. */
  void poll() {
    deaths.tick();
    oomKills.look();
  }

  /** How many there were, and of what. */
  String summary() {
    return deaths.summary();
  }

  /** A helper has been seen gone. */
  void reap(Helper helper, HelperExit seen) {
    HelperExit death = oomKills.explain(seen);
    Roster.Leftover left = roster.remove(helper, death);
    Optional<Job> job = left.job();
    deaths.note(helper, death, job);
    if (!Safeguard.REPLACEMENT.on()) {
      return;
    }
    job.ifPresent(running -> running.fail(death.reason(), death.detail()));
    left.refused().forEach(Decision.Refusal::tell);
    threads.hand(grow);
    endAfter(helper, job, 1);
  }

  /** What cannot be done now, for want of a descriptor for instance, is done a little later. */
  private void endAfter(Helper helper, Optional<Job> job, int tries) {
    if (processes.endAfter(helper, job)) {
      clearAfter(helper, 1);
    } else {
      later(tries < MANY_TRIES ? SOON : SELDOM, () -> endAfter(helper, job, tries + 1));
    }
  }

  /** The same. What can never be removed, because it is another user's, is not tried for ever. */
  private void clearAfter(Helper helper, int tries) {
    if (!processes.clearAfter(helper) && tries < MANY_TRIES) {
      later(SOON, () -> clearAfter(helper, tries + 1));
    }
  }

  private void later(Duration delay, Runnable task) {
    threads.after(delay, () -> threads.hand(task));
  }
}
