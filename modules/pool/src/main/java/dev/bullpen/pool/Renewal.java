package dev.bullpen.pool;

import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.roster.Roster;

/**
 * A helper that was started when the disk was full, or whose desk somebody has cleared away, goes
 * as soon as another would have one.
 */
final class Renewal {
  private final Roster roster;
  private final Household household;
  private final KillLadder ladder;

  Renewal(Roster roster, Household household, KillLadder ladder) {
    this.roster = roster;
    this.household = household;
    this.ladder = ladder;
  }

  /** Those that have nothing to do; others are to be started then. */
  void renewIdle() {
    for (Helper helper : roster.allIdle()) {
      if (!helper.hasDesk() && household.tryDesk() && roster.retireIfIdle(helper)) {
        ladder.letGo(helper, FailureReason.SHUTDOWN);
      }
    }
  }

  /**
   * One that is busy with a job it cannot do.
   *
   * @return false if another would have no desk either, so that it stays
   */
  boolean renew(Helper helper) {
    if (!household.tryDesk()) {
      return false;
    }
    roster.retire(helper);
    ladder.letGo(helper, FailureReason.SHUTDOWN);
    return true;
  }

  /** See {@link Household#whyNoDesk}. */
  String whyNoDesk() {
    return household.whyNoDesk();
  }
}
