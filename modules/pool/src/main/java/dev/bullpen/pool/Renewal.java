package dev.bullpen.pool;

import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.roster.Roster;

/**
 * A helper that was started when the disk was full, or whose desk somebody has cleared away, goes
 * as soon as another would have one.
 */
final class Renewal {
  private final Roster roster;
  private final Household household;

  Renewal(Roster roster, Household household) {
    this.roster = roster;
    this.household = household;
  }

  /** Those that have nothing to do; others are to be started then. */
  void renewIdle() {
    for (Helper helper : roster.allIdle()) {
      if (!helper.hasDesk() && household.hasRoomForDesks() && roster.retireIfIdle(helper)) {
        helper.dismiss();
      }
    }
  }

  /**
   * One that is busy with a job it cannot do.
   *
   * @return false if another would have no desk either, so that it stays
   */
  boolean renew(Helper helper) {
    if (!household.hasRoomForDesks()) {
      return false;
    }
    roster.retire(helper);
    helper.dismiss();
    return true;
  }
}
