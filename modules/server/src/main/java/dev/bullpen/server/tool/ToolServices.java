package dev.bullpen.server.tool;

import dev.bullpen.pool.HelperPool;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.project.Project;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.program.ProgramSource;
import dev.bullpen.server.session.ClientRoots;
import dev.bullpen.server.thread.Timers;

/**
 * What serving tools needs, the same for every call.
 *
 * @param common what the environments of all tools have in common
 * @param lookAgain has the project read at once
 */
public record ToolServices(
    Catalogs catalogs,
    HelperPool pool,
    ProgramSource programs,
    SchemaChecks checks,
    Timers timers,
    ToolSettings settings,
    EnvironmentBlock common,
    ClientRoots roots,
    Asking asking,
    Runnable lookAgain) {
  Project project() {
    return catalogs.project();
  }
}
