package dev.bullpen.pool.roster;

import dev.bullpen.pool.helper.Helper;
import java.util.Optional;

/**
 * Which helper makes room for a fresh one, because it has done as many jobs as one does: whatever a
 * provider or a JVM gathers in that time goes with it. One at a time, which goes on working until
 * there are enough without it, so that no job ever waits for a JVM to start; the next one's turn
 * comes when it has been seen gone. Guarded by the roster's lock.
 */
final class Recycling {
  private final int jobsPerHelper;
  private Optional<Helper> worn = Optional.empty();
  private int present;

  /**
   * @param jobsPerHelper 0 for as many as there are
   */
  Recycling(int jobsPerHelper) {
    this.jobsPerHelper = jobsPerHelper;
  }

  /**
   * A helper is done with a job.
   *
   * @param present how many there are, this one included
   * @return whether its turn has come just now
   */
  boolean takeTurn(Helper helper, int present) {
    boolean turn =
        worn.isEmpty() && jobsPerHelper > 0 && helper.place().jobsDone() >= jobsPerHelper;
    if (turn) {
      worn = Optional.of(helper);
      this.present = present;
    }
    return turn;
  }

  /** Whose turn it is. */
  Optional<Helper> worn() {
    return worn;
  }

  /** How many there were when its turn came. */
  int present() {
    return present;
  }

  /** A helper has been seen gone. */
  void forget(Helper helper) {
    worn = worn.filter(other -> other != helper);
  }
}
