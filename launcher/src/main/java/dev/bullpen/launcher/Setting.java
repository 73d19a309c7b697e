package dev.bullpen.launcher;

import dev.bullpen.project.tool.PolicyRule;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One setting of a serving process: a flag, and the environment variables that stand in for it,
 * strongest first.
 */
enum Setting {
  PROJECT(
      "--project",
      "DIR",
      List.of("BULLPEN_PROJECT"),
      "the project's folder (default: $MCPBASH_PROJECT_ROOT, else the nearest folder at or above"
          + " this one that holds server.d/server.meta.json)"),
  ALLOW(
      "--allow",
      "NAMES",
      List.of("BULLPEN_ALLOW", "MCPBASH_TOOL_ALLOWLIST"),
      "tools that may be called, between commas; '*' for all; may be repeated (default: none,"
          + " unless the project's server.d/policy.sh allows them)"),
  WORKERS(
      "--workers",
      "N",
      List.of("BULLPEN_WORKERS"),
      "helpers kept warm, 1 to "
          + Limits.WORKERS_MAX
          + " (default: "
          + Limits.WORKERS_AT_REST
          + ", and up to "
          + Limits.WORKERS_DEFAULT
          + " from when jobs have to wait until ten minutes without a job)"),
  MAX_WORKERS(
      "--max-workers",
      "M",
      List.of("BULLPEN_MAX_WORKERS", "MCPBASH_MAX_CONCURRENT_REQUESTS"),
      "helpers at most, under load; further jobs queue (default: "
          + Limits.MAX_WORKERS_DEFAULT
          + ")"),
  JOBS_PER_HELPER(
      "--jobs-per-helper",
      "N",
      List.of("BULLPEN_JOBS_PER_HELPER"),
      "jobs a helper does before a fresh one, started beforehand, takes its place; 0 for no end"
          + " (default: "
          + Limits.JOBS_PER_HELPER_DEFAULT
          + ")"),
  HELPER_MEMORY(
      "--helper-memory",
      "SIZE",
      List.of("BULLPEN_HELPER_MEMORY"),
      "heap of each helper, which Java providers share with it, such as 256m or 1g (default: "
          + Limits.HELPER_MEBIBYTES_DEFAULT
          + "m)"),
  GRACE(
      "--grace",
      "SECONDS",
      List.of("BULLPEN_GRACE"),
      "time a cancelled completion script has between TERM and KILL, such as 0.5 (default: 0, KILL"
          + " at once)"),
  TOOL_GRACE(
      "--tool-grace",
      "SECONDS",
      List.of("BULLPEN_TOOL_GRACE"),
      "the same for tools (default: " + Limits.TOOL_GRACE_SECONDS_DEFAULT + ")"),
  FINISH(
      "--finish",
      "SECONDS",
      List.of("BULLPEN_FINISH"),
      "how long after the end of input calls that came before it are answered, as long as the client"
          + " reads; 0 ends at once (default: "
          + Limits.FINISH_SECONDS_DEFAULT
          + ")"),
  MAX_LINE_BYTES(
      "--max-line-bytes",
      "N",
      List.of("BULLPEN_MAX_LINE_BYTES"),
      "longest message taken from the client (default: " + Limits.LINE_BYTES_DEFAULT + ")"),
  COMPLETION_RATE(
      "--completion-rate",
      "N",
      List.of("BULLPEN_COMPLETION_RATE"),
      "completions answered a second; the rest get an error (default: "
          + Limits.COMPLETION_RATE_DEFAULT
          + ")"),
  TOOL_RATE(
      "--tool-rate",
      "N",
      List.of("BULLPEN_TOOL_RATE"),
      "tool calls accepted a second; the rest get an error (default: "
          + Limits.TOOL_RATE_DEFAULT
          + ")"),
  CALLS_PER_TOOL(
      "--calls-per-tool",
      "N",
      List.of("BULLPEN_CALLS_PER_TOOL"),
      "calls of one tool that may run or wait at a time; further ones get an error (default: "
          + Limits.CALLS_PER_TOOL_DEFAULT
          + ")"),
  STATE_TTL(
      "--state-ttl",
      "SECONDS",
      List.of("BULLPEN_STATE_TTL"),
      "time a client of 2026-07-28 has to come back with the answer to a question of a tool or"
          + " prompt, 1 to "
          + Limits.STATE_TTL_SECONDS_MAX
          + " (default: "
          + Limits.STATE_TTL_SECONDS_DEFAULT
          + ")"),
  STATE_USE(
      "--state-use",
      "HOW",
      List.of("BULLPEN_STATE_USE"),
      "how often such a client may come back with the same requestState: many times, so that it may"
          + " repeat a call whose answer was lost, or once (default: many)"),
  PAGE_SIZE(
      "--page-size",
      "N",
      List.of("BULLPEN_PAGE_SIZE"),
      "tools, resources, templates or prompts on a page of a list (default: "
          + Limits.PAGE_SIZE_DEFAULT
          + ")"),
  JOB_LIMITS(
      "--job-limits",
      "LIMITS",
      List.of("BULLPEN_JOB_LIMITS"),
      "what the processes of a script may use, unless its metadata says otherwise: cpuSecs,"
          + " memoryMiB, openFiles, processes, fileMiB, such as cpuSecs=60,memoryMiB=1024 (default:"
          + " no limits)"),
  ISOLATION(
      "--isolation",
      "HOW",
      List.of("BULLPEN_ISOLATION"),
      "what holds the processes of a helper together, so that none survives it: group (process"
          + " groups, adoption, markers), cgroup (the same, and a cgroup for each helper), or auto,"
          + " cgroup where it can be had and else group (default: auto)"),
  POLICY(
      "--policy",
      "RULE",
      List.of(PolicyRule.VARIABLE),
      "what the project's server.d/policy.sh may do to MCPBASH_TOOL_ALLOWLIST: project (it decides,"
          + " and may allow other tools) or narrow (it may only deny more, and is not run for a tool"
          + " that the list denies) (default: project)");

  /** How start scripts of projects call {@link #PROJECT}. */
  static final String PROJECT_OF_MCP_BASH = "--project-root";

  private final String flag;
  private final String label;
  private final List<String> twins;
  private final String help;

  Setting(String flag, String label, List<String> twins, String help) {
    this.flag = flag;
    this.label = label;
    this.twins = twins;
    this.help = help;
  }

  static Optional<Setting> ofFlag(String flag) {
    if (flag.equals(PROJECT_OF_MCP_BASH)) {
      return Optional.of(PROJECT);
    }
    return Arrays.stream(values()).filter(setting -> setting.flag.equals(flag)).findFirst();
  }

  /** Whether a further value adds to one before it, instead of replacing it. */
  boolean isList() {
    return this == ALLOW;
  }

  static List<String> flags() {
    return Arrays.stream(values()).map(Setting::flag).toList();
  }

  String flag() {
    return flag;
  }

  /** What stands for the value in the help. */
  String label() {
    return label;
  }

  List<String> twins() {
    return twins;
  }

  String help() {
    return help;
  }
}
