package dev.bullpen.pool.roster;

import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.HelperState;
import dev.bullpen.pool.helper.Place;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/** How many helpers of a roster are how far. Guarded by the roster's lock. */
final class Headcount {
  private static final Set<HelperState> USEFUL =
      EnumSet.of(HelperState.IDLE, HelperState.BUSY, HelperState.CLEANING);

  /** However many clients let their scripts wait, that must not grow the pool without end. */
  private static final int MOST_AWAY = 1;

  private final Collection<Helper> helpers;

  /**
   * @param helpers of the roster, as they come and go
   */
  Headcount(Collection<Helper> helpers) {
    this.helpers = helpers;
  }

  /** Come up, and taking jobs. */
  static boolean isUseful(Helper helper) {
    return USEFUL.contains(helper.place().state());
  }

  int useful() {
    int count = 0;
    for (Helper helper : helpers) { // not a stream: this is asked several times for each job
      count += isUseful(helper) ? 1 : 0;
    }
    return count;
  }

  /**
   * Of the useful ones, those that are {@linkplain Place#isAway away}, as far as another may come
   * in their place.
   */
  int away() {
    int count = 0;
    for (Helper helper : helpers) {
      count += helper.place().isAway() ? 1 : 0;
    }
    return Math.min(count, MOST_AWAY);
  }

  boolean isAnyCleaning() {
    return helpers.stream().anyMatch(helper -> helper.place().is(HelperState.CLEANING));
  }

  /** The useful ones without those that are away. */
  int present() {
    return useful() - away();
  }

  /**
   * Helpers that have been started and have not come up. One that is found dying stays among them
   * until its failure is on record, also if it had come up and not shown that it stays: in between,
   * another would be started without any back-off.
   */
  int comingUp() {
    int count = 0;
    for (Helper helper : helpers) {
      boolean coming = !helper.place().hasComeUp() || isDyingUnused(helper);
      count += !helper.place().is(HelperState.DEAD) && coming ? 1 : 0;
    }
    return count;
  }

  private static boolean isDyingUnused(Helper helper) {
    return helper.place().is(HelperState.RETIRING)
        && helper.place().job().isEmpty()
        && !helper.place().isProven();
  }

  /** The dead are not on the roster, unless a test wants them not replaced. */
  int unreplaced() {
    int count = 0;
    for (Helper helper : helpers) {
      count += helper.place().is(HelperState.DEAD) ? 1 : 0;
    }
    return count;
  }

  /**
   * Whether an idle helper has not shown yet that it stays.
   *
   * @param since it was started after that, by {@link System#nanoTime}
   */
  boolean isAnyOnTrial(long since) {
    return helpers.stream()
        .filter(helper -> helper.place().is(HelperState.IDLE))
        .anyMatch(helper -> helper.place().bornAt() - since > 0 && !helper.place().isProven());
  }

  /**
   * Whether a useful helper has shown that it stays.
   *
   * @param since it was started after that, by {@link System#nanoTime}
   */
  boolean hasAnyStayed(long since) {
    return helpers.stream()
        .filter(Headcount::isUseful)
        .anyMatch(helper -> helper.place().bornAt() - since > 0 && helper.place().isProven());
  }
}
