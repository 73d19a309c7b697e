package dev.bullpen.server.tool;

import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.project.Project;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.program.ProgramSource;

/**
 * The scripts of the project, and what is needed to run them.
 *
 * @param common what the environments of all scripts have in common
 * @param settings limits and times of all scripts
 */
public record Scripts(
    Catalogs catalogs,
    EnvironmentBlock common,
    ToolSettings settings,
    JobIntake intake,
    ProgramSource programs) {
  public Project project() {
    return catalogs.project();
  }
}
