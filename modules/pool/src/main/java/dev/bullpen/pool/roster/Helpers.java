package dev.bullpen.pool.roster;

import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.HelperState;
import dev.bullpen.pool.helper.Patience;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.run.Job;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The helpers there are, and which of them have nothing to do. Guarded by the roster's lock. */
final class Helpers {
  private final Set<Helper> helpers = new LinkedHashSet<>();
  private final Headcount count = new Headcount(helpers);
  private final Deque<Helper> idle = new ArrayDeque<>();

  /** How many are how far. */
  Headcount count() {
    return count;
  }

  boolean isEmpty() {
    return helpers.isEmpty();
  }

  List<Helper> all() {
    return List.copyOf(helpers);
  }

  /** Those that have come up and are to stay. */
  List<Helper> useful() {
    return helpers.stream().filter(Headcount::isUseful).toList();
  }

  void add(Helper helper) {
    helpers.add(helper);
  }

  void remove(Helper helper) {
    helpers.remove(helper);
  }

  boolean isAnyIdle() {
    return !idle.isEmpty();
  }

  int idle() {
    return idle.size();
  }

  /** Out of the idle ones, to be given a job: the one that became idle last, if there is one. */
  Optional<Helper> takeIdle() {
    return Optional.ofNullable(idle.poll());
  }

  /**
   * A helper has nothing to do.
   *
   * @param cold whether those whose code is warm go before it
   */
  void rest(Helper helper, boolean cold) {
    if (cold) {
      idle.addLast(helper);
    } else {
      idle.push(helper);
    }
  }

  /** Those that have nothing to do. */
  List<Helper> allIdle() {
    return List.copyOf(idle);
  }

  /** Jobs of a lane that useful helpers have; who is going takes no place of anybody's. */
  int running(Lane lane) {
    int running = 0;
    for (Helper helper : helpers) { // not a stream: this is asked for each job
      Optional<Job> job = helper.place().job();
      boolean isOne =
          Headcount.isUseful(helper) && job.isPresent() && job.get().request().lane() == lane;
      running += isOne ? 1 : 0;
    }
    return running;
  }

  /** The helper that runs a job, if one does and has not told its end. */
  Optional<Helper> runnerOf(Job job) {
    return helpers.stream()
        .filter(helper -> helper.place().is(HelperState.BUSY))
        .filter(helper -> helper.place().has(job))
        .findFirst();
  }

  /** Out of service with a helper, if it is not yet, or gone. */
  void retire(Helper helper) {
    if (!helper.place().is(HelperState.RETIRING) && !helper.place().is(HelperState.DEAD)) {
      idle.remove(helper);
      helper.place().enter(HelperState.RETIRING);
    }
  }

  /** Out of service with a helper, if it still has nothing to do. */
  boolean retireIfIdle(Helper helper) {
    boolean still = idle.contains(helper);
    if (still) {
      retire(helper);
    }
    return still;
  }

  /** Out of service with those that have had nothing to do for so long, at most so many. */
  List<Helper> retireIdleFor(Duration age, int most) {
    List<Helper> going = new ArrayList<>();
    for (Helper helper : List.copyOf(idle)) {
      if (going.size() < most && helper.place().inStateFor().compareTo(age) >= 0) {
        retire(helper);
        going.add(helper);
      }
    }
    return going;
  }

  /** Out of service with those that have been cleaning up for too long. */
  List<Helper> retireHanging(Patience patience) {
    List<Helper> hanging =
        helpers.stream()
            .filter(helper -> helper.place().is(HelperState.CLEANING))
            .filter(
                helper ->
                    helper
                            .place()
                            .inStateFor()
                            .minus(helper.place().grace(patience))
                            .compareTo(patience.tidy())
                        >= 0)
            .toList();
    hanging.forEach(this::retire);
    return hanging;
  }
}
