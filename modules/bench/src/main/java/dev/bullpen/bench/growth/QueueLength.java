package dev.bullpen.bench.growth;

import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Jobs that wait: how long all of them take that are sent at once. */
final class QueueLength implements Question {
  /** The last is what the pool's queue takes. */
  private static final List<Integer> SIZES = List.of(1, 10, 100, 1000, 10_000);

  /** One of them is never given a tool to run. */
  private static final int WORKERS = 4;

  private static final int WARM_UP = 1000;

  /** Few jobs are sent as often as it takes to make so many. */
  private static final int JOBS = 2000;

  /** But no more often, or one job would take half of the time. */
  private static final int MOST_TIMES = 60;

  private static final int LIMIT_RUNS = 1000;
  private static final String TOOL = "hello";

  private final Samples all = new Samples();
  private final Samples limits = new Samples();

  @Override
  public Chart ask(Site site, int rounds, Duration time) throws IOException {
    ProjectFixture fixture = site.project("jobs").tool(TOOL, ToolScripts.HELLO);
    Path project = fixture.write();
    try (Server server = site.start(site.launcher(project, WORKERS))) {
      server.inFlight(WORKERS, WARM_UP, Request.call(TOOL));
      Rounds.run("jobs", rounds, time, () -> round(site, server, Site.script(project, TOOL)));
    }
    return new Chart(
        "jobs",
        List.of(
            new Panel(
                "calls sent at once",
                "ms from the first sent to the last answered",
                List.of(
                    all.series("tools/call"),
                    limits.reference("start of so many scripts, in C, three threads")))),
        List.of());
  }

  private void round(Site site, Server server, Path script) throws IOException {
    double limit = site.limitMillis(WORKERS - 1, LIMIT_RUNS, script);
    for (int size : SIZES) {
      limits.add(size, size * limit);
      int times = Math.min(MOST_TIMES, Math.max(1, JOBS / size));
      for (int i = 0; i < times; i++) {
        all.add(size, server.atOnce(size, Request.call(TOOL)));
      }
    }
  }
}
