package dev.bullpen.server.tool;

import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.server.catalog.Catalogs;

/**
 * The scripts of the project.
 *
 * @param common what the environments of all scripts have in common
 * @param settings what all scripts may do
 */
public record ProjectScripts(Catalogs catalogs, EnvironmentBlock common, ToolSettings settings) {}
