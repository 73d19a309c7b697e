package dev.bullpen.pool;

import dev.bullpen.pool.helper.Death;
import dev.bullpen.pool.helper.Deaths;
import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.OomKills;
import dev.bullpen.pool.roster.Decision;
import dev.bullpen.pool.roster.Roster;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.thread.PoolThreads;
import dev.bullpen.wire.Safeguard;
import java.time.Duration;
import java.util.Optional;

/**
 * What follows from a helper's death: it is told, its job fails, another is started, and what it
 * has left is ended and removed.
 */
final class Burials {
  private static final Duration SOON = Duration.ofSeconds(1);

  /** As often soon: a shortage may be over by then. */
  private static final int MANY_TRIES = 60;

  private static final Duration SELDOM = Duration.ofSeconds(10);

  private final Roster roster;
  private final Household household;
  private final PoolThreads threads;
  private final Runnable grow;
  private final Deaths deaths = new Deaths();
  private final OomKills oomKills = new OomKills();

  /**
   * @param grow starts helpers; on a hand
   */
  Burials(Roster roster, Household household, PoolThreads threads, Runnable grow) {
    this.roster = roster;
    this.household = household;
    this.threads = threads;
    this.grow = grow;
  }

  /** Now and then, and before the first. */
  void look() {
    deaths.tick();
    oomKills.look();
  }

  /** How many there were, and of what. */
  String summary() {
    return deaths.summary();
  }

  /** A helper has been seen gone. */
  void bury(Helper helper, Death seen) {
    Death death = oomKills.explain(seen);
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
    if (household.endAfter(helper, job)) {
      clearAfter(helper, 1);
    } else {
      later(tries < MANY_TRIES ? SOON : SELDOM, () -> endAfter(helper, job, tries + 1));
    }
  }

  /** The same. What can never be removed, because it is another user's, is not tried for ever. */
  private void clearAfter(Helper helper, int tries) {
    if (!household.clearAfter(helper) && tries < MANY_TRIES) {
      later(SOON, () -> clearAfter(helper, tries + 1));
    }
  }

  private void later(Duration delay, Runnable task) {
    threads.after(delay, () -> threads.hand(task));
  }
}
