package dev.bullpen.pool.roster;

import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.view.Seconds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** The whole pool at one moment, for people. */
public final class PoolSight {
  /** As many jobs that wait are shown of each lane, and the others counted. */
  public static final int MOST_WAITING = 20;

  private PoolSight() {}

  /**
   * A line for each helper and job, and some that say how many. Under the roster's lock.
   *
   * @param exits what helpers have died of
   */
  static List<String> lines(
      Collection<Helper> helpers, int idle, JobQueue queue, Growth growth, String exits) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "helpers: %d, of which %d idle; started: %d; died: %s"
            .formatted(helpers.size(), idle, growth.started(), exits));
    helpers.forEach(helper -> lines.add(line(helper)));
    RestartPolicy policy = growth.policy();
    if (policy.isFailing()) {
      String then = policy.isParked() ? "jobs are refused" : "one failed";
      lines.add("  %s: %s".formatted(then, policy.reason()));
    }
    List<Helper> busy =
        helpers.stream().filter(helper -> helper.place().job().isPresent()).toList();
    List<Job> interactive = queue.all(Lane.INTERACTIVE);
    List<Job> longOnes = queue.all(Lane.LONG);
    lines.add(
        "jobs: %d with a helper; waiting: %d interactive, %d long"
            .formatted(busy.size(), interactive.size(), longOnes.size()));
    for (Helper helper : busy) {
      lines.add("  %s, with %s".formatted(helper.place().job().get().describe(), helper));
    }
    List<Job> next =
        Stream.of(interactive, longOnes).flatMap(it -> it.stream().limit(MOST_WAITING)).toList();
    for (Job job : next) {
      String lane = job.request().lane() == Lane.LONG ? "long" : "interactive";
      lines.add("  %s, waits in the %s lane".formatted(job.describe(), lane));
    }
    int more = queue.size() - next.size();
    if (more > 0) {
      lines.add("  and %d more that wait".formatted(more));
    }
    return lines;
  }

  private static String line(Helper helper) {
    return "  %s: %s for %s%s; lived %s, %d job(s) done"
        .formatted(
            helper,
            helper.place().state().word(),
            Seconds.of(helper.place().inStateFor()),
            helper.place().job().map(job -> " with " + job).orElse(""),
            Seconds.of(helper.place().livedFor()),
            helper.place().jobsDone());
  }
}
