package dev.bullpen.server.tool;

import dev.bullpen.server.asking.Asking;
import dev.bullpen.server.call.CallThreads;

/**
 * What serving tools needs, the same for every call.
 *
 * @param threads on which calls wait for their tools
 * @param policyThreads on which calls wait for {@code policy.sh}. Not those of tools, all of which
 *     may wait for tools
 */
public record ToolServices(
    Scripts scripts,
    CallThreads threads,
    CallThreads policyThreads,
    SchemaChecks checks,
    Asking asking) {
  ToolSettings settings() {
    return scripts.settings();
  }
}
