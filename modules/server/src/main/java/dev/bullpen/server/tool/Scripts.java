package dev.bullpen.server.tool;

import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.project.Project;
import dev.bullpen.server.call.JobIntake;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.program.ProgramSource;

/**
 * The scripts of the project, and what runs them.
 *
 * @param common what the environments of all scripts have in common
 * @param settings what all scripts may do
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
