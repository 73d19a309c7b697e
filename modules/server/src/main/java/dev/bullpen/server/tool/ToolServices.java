package dev.bullpen.server.tool;

import dev.bullpen.project.Project;
import dev.bullpen.server.asking.Asking;
import dev.bullpen.server.call.ScriptRunner;
import dev.bullpen.server.session.ClientRoots;

/**
 * What serving tools needs, the same for every call.
 *
 * @param roots where the tools of a call may work
 */
public record ToolServices(
    ProjectScripts scripts,
    ScriptRunner runner,
    SchemaChecks checks,
    ClientRoots roots,
    Asking asking) {
  Project project() {
    return scripts.catalogs().project();
  }

  ToolSettings settings() {
    return scripts.settings();
  }
}
