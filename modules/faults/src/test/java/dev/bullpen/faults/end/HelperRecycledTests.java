package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.proc.Footprint;
import dev.bullpen.testkit.rig.Rig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Helpers that have done their jobs make room for fresh ones in the middle of the work. The scripts
 * say whose child they are; helpers are counted from outside.
 */
@Tag("F27")
@Tag("promise")
class HelperRecycledTests {
  private static final int HELPERS = 2;
  private static final String WHOSE = "whose";
  private static final Duration SUCCEEDED_WITHIN = Duration.ofSeconds(20);

  /** Heaps breathe. */
  private static final long BREATH_KIB = 12 * 1024;

  /** What a run of jobs was like. */
  private static final class Run {
    private final Map<String, Integer> jobsOf = new HashMap<>();
    private final List<Duration> took = new ArrayList<>();
    private int mostHelpers;

    private final Rig rig;

    Run(Rig rig) {
      this.rig = rig;
    }

    Run jobs(int count) {
      for (int i = 0; i < count; i++) {
        Answer answer = rig.client().complete(WHOSE, "query", "");
        assertEquals(1, answer.values().size(), () -> answer.message().toString());
        jobsOf.merge(answer.values().get(0), 1, Integer::sum);
        took.add(answer.took());
        mostHelpers = Math.max(mostHelpers, rig.helpers().size());
      }
      return this;
    }

    Percentiles report(String what) {
      Percentiles percentiles = Percentiles.of(took);
      long slow =
          took.stream().filter(one -> one.compareTo(percentiles.p50().multipliedBy(3)) > 0).count();
      System.out.printf(
          "[measured] %s: %s, %d slower than three times the median, %d helpers%n",
          what, percentiles, slow, jobsOf.size());
      return percentiles;
    }
  }

  private static Rig start(int jobsPerHelper) {
    return Rig.start(
        project -> project.provider(WHOSE, "printf '[\"%s\"]\\n' \"$PPID\"\n"),
        launcher ->
            launcher
                .workers(HELPERS, HELPERS)
                .with("--jobs-per-helper", Integer.toString(jobsPerHelper)));
  }

  @Test
  void fresh_helpers_take_over_one_at_a_time_and_no_job_notices() {
    int jobsPerHelper = Size.repeat(20, 100);
    int jobs = Size.repeat(120, 10_000);
    try (Rig rig = start(jobsPerHelper).settled()) {
      long before = Footprint.of(rig.process().pid()).residentKib();
      Run run = new Run(rig).jobs(jobs / 2);
      long half = Footprint.of(rig.process().pid()).residentKib();
      run.jobs(jobs / 2);
      // On a slow machine the jobs may be over before the first fresh helper is up.
      assertTrue(
          Poll.until(Deadline.in(SUCCEEDED_WITHIN), () -> run.jobs(1).jobsOf.size() > HELPERS),
          () -> "nobody was replaced: " + run.jobsOf);
      run.report("completions while helpers are recycled");
      assertEquals(HELPERS + 1, run.mostHelpers, "helpers at once");
      long growth = Footprint.of(rig.process().pid()).residentKib() - half;
      System.out.printf("[measured] supervisor: %d KiB, then %d, then %+d%n", before, half, growth);
      assertTrue(growth < BREATH_KIB, () -> "the supervisor grew by " + growth + " KiB");
      assertTrue(
          Poll.until(Deadline.in(SUCCEEDED_WITHIN), () -> rig.helpers().size() == HELPERS),
          () -> rig.helpers().toString());
      rig.assertCalm();
    }
  }

  @Tag("slow")
  @Test
  void control_without_recycling_the_same_helpers_do_all_of_it() {
    try (Rig rig = start(0).settled()) {
      Run run = new Run(rig).jobs(Size.repeat(60, 10_000));
      run.report("completions without recycling");
      assertTrue(run.jobsOf.size() <= HELPERS, () -> run.jobsOf.toString());
      assertEquals(HELPERS, run.mostHelpers);
    }
  }
}
