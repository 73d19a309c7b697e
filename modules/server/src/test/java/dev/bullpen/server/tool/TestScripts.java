package dev.bullpen.server.tool;

import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.server.call.JobLimits;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.program.ProgramSource;
import java.time.Duration;
import java.util.Map;

/** The scripts of a project, with the usual settings and nothing in common. */
public final class TestScripts {
  private TestScripts() {}

  public static Scripts of(
      Catalogs catalogs,
      Map<String, String> environment,
      JobIntake intake,
      ProgramSource programs) {
    ToolSettings settings = ToolSettings.of(environment, Duration.ZERO, JobLimits.NONE);
    return new Scripts(catalogs, Map.of(), settings, intake, programs);
  }
}
