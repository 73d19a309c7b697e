package dev.bullpen.server;

import dev.bullpen.pool.setting.Crew;
import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.project.script.ScriptLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * Settings of one serving process.
 *
 * @param project the project's root
 * @param home the distribution
 * @param crew how many helpers there are
 * @param jobsPerHelper how many jobs a helper does before a fresh one takes its place; 0 for all
 * @param helperMebibytes how large the heap of each may grow
 * @param grace between TERM and KILL when a completion script is ended
 * @param toolGrace the same for tools
 * @param finish how long calls are answered after the end of input
 * @param maxLineBytes the longest line of input served
 * @param completionRate completions accepted per second, over time
 * @param toolRate tool calls accepted per second, over time
 * @param callsPerTool calls of one tool that may run or wait at a time
 * @param stateTtl how long a client of 2026-07-28 has to come back with an answer
 * @param stateUse how often it may come back with the same state
 * @param pageSize how many a page of a list has
 * @param jobLimits what the processes of every script may use whose metadata says nothing else
 * @param isolation what holds the processes of a helper together
 * @param environment the server's environment
 */
public record ServeOptions(
    Path project,
    Path home,
    Crew crew,
    int jobsPerHelper,
    int helperMebibytes,
    Duration grace,
    Duration toolGrace,
    Duration finish,
    int maxLineBytes,
    int completionRate,
    int toolRate,
    int callsPerTool,
    Duration stateTtl,
    StateUse stateUse,
    int pageSize,
    ScriptLimits jobLimits,
    Isolation isolation,
    Map<String, String> environment) {
  public ServeOptions {
    environment = Map.copyOf(environment);
  }
}
