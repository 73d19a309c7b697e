package dev.bullpen.server.prompt;

import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.server.call.JobIntake;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.program.ProgramSource;
import dev.bullpen.server.tool.Reentry;
import dev.bullpen.server.tool.ToolSettings;
import java.util.concurrent.Executor;

/**
 * What serving prompts needs, the same for every call.
 *
 * @param files reads templates
 * @param settings time, limits and grace of a tool are those of a script that makes a prompt, too
 * @param common what the environments of all scripts have in common
 */
public record PromptServices(
    Catalogs catalogs,
    JobIntake intake,
    ProgramSource programs,
    Executor files,
    ToolSettings settings,
    EnvironmentBlock common,
    Reentry reentry) {}
