package dev.bullpen.server.tool;

import dev.bullpen.project.Project;
import dev.bullpen.server.asking.Asking;
import dev.bullpen.server.call.CallThreads;
import dev.bullpen.server.call.ScriptRunner;
import dev.bullpen.server.session.ClientRoots;

/**
 * What serving tools needs, the same for every call.
 *
 * @param policyThreads on which calls wait for {@code policy.sh}; not those of tools, all of which
 *     may wait for tools
 * @param roots where the tools of a call may work
 */
public record ToolServices(
    ProjectScripts scripts,
    ScriptRunner runner,
    CallThreads policyThreads,
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
