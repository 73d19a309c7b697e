package dev.bullpen.pool.roster;

import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.HelperState;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.view.PoolView;
import dev.bullpen.pool.view.Seconds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everybody in the pool at one moment, for people.
 *
 * @param waiting by lane, how many jobs wait
 * @param next of those, the first few
 */
public record PoolSight(
    PoolView view,
    List<OneHelper> helpers,
    Map<Lane, Integer> waiting,
    List<Job> next,
    Optional<String> failure) {
  /** Those that wait have nothing to tell but that; some of them tell of all. */
  public static final int MOST_WAITING = 20;

  /**
   * @param since how long it has been in that state
   */
  record OneHelper(
      String name,
      HelperState state,
      Duration since,
      Duration lived,
      int jobsDone,
      Optional<Job> job) {
    static OneHelper of(Helper helper) {
      return new OneHelper(
          helper.toString(),
          helper.place().state(),
          helper.place().inStateFor(),
          helper.place().livedFor(),
          helper.place().jobsDone(),
          helper.place().job());
    }

    String line() {
      return "  %s: %s for %s%s; lived %s, %d job(s) done"
          .formatted(
              name,
              state.word(),
              Seconds.of(since),
              job.map(has -> " with " + has).orElse(""),
              Seconds.of(lived),
              jobsDone);
    }
  }

  /** A line for each helper and job, and some that say how many. */
  public List<String> lines(String deaths) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "helpers: %d, of which %d idle; started: %d; died: %s"
            .formatted(helpers.size(), view.idle(), view.started(), deaths));
    helpers.forEach(helper -> lines.add(helper.line()));
    failure.ifPresent(
        why ->
            lines.add(
                "  %s: %s".formatted(view.parked() ? "jobs are refused" : "one failed", why)));
    long running = helpers.stream().filter(helper -> helper.job.isPresent()).count();
    lines.add(
        "jobs: %d with a helper; waiting: %d interactive, %d long"
            .formatted(running, waiting.get(Lane.INTERACTIVE), waiting.get(Lane.LONG)));
    for (OneHelper helper : helpers) {
      helper.job.ifPresent(job -> lines.add("  %s, with %s".formatted(job.told(), helper.name)));
    }
    next.forEach(job -> lines.add("  %s, waits in the %s lane".formatted(job.told(), lane(job))));
    int more = view.waiting() - next.size();
    if (more > 0) {
      lines.add("  and %d more that wait".formatted(more));
    }
    return lines;
  }

  private static String lane(Job job) {
    return job.request().lane() == Lane.LONG ? "long" : "interactive";
  }
}
