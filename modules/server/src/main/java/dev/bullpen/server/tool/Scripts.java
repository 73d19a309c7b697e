package dev.bullpen.server.tool;

import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.project.Project;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.program.ProgramSource;
import java.util.Map;

/**
 * The scripts of the project, and what is needed to run them.
 *
 * @param common what the environments of all scripts have in common
 * @param settings limits and times of all scripts
 */
public record Scripts(
    Catalogs catalogs,
    Map<String, String> common,
    ToolSettings settings,
    JobIntake intake,
    ProgramSource programs) {
  public Project project() {
    return catalogs.project();
  }
}
