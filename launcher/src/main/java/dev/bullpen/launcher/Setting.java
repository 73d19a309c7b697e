package dev.bullpen.launcher;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One setting of a serving process: a flag, and the environment variables that stand in for it,
 * strongest first. {@code MAX_WORKERS} is {@code --max-workers} and {@code BULLPEN_MAX_WORKERS}.
 */
enum Setting {
  PROJECT(
      "DIR",
      "the project's folder (default: $MCPBASH_PROJECT_ROOT, else the nearest folder at or above"
          + " this one that holds server.d/server.meta.json)"),
  ALLOW(
      "NAMES",
      "tools that may be called, between commas; '*' for all; may be repeated (default: none,"
          + " unless the project's server.d/policy.sh allows them)",
      "MCPBASH_TOOL_ALLOWLIST"),
  WORKERS(
      "N",
      ("helpers kept warm, 1 to %d (default: %d, and up to %d from when jobs have to wait"
              + " until ten minutes without a job)")
          .formatted(Limits.WORKERS_MAX, Limits.WORKERS_AT_REST, Limits.WORKERS_DEFAULT)),
  MAX_WORKERS(
      "M",
      "helpers at most, under load; further jobs queue (default: %d)"
          .formatted(Limits.MAX_WORKERS_DEFAULT),
      "MCPBASH_MAX_CONCURRENT_REQUESTS"),
  JOBS_PER_HELPER(
      "N",
      ("jobs a helper does before a fresh one, started beforehand, takes its place; 0 for no"
              + " end (default: %d)")
          .formatted(Limits.JOBS_PER_HELPER_DEFAULT)),
  HELPER_MEMORY(
      "SIZE",
      ("heap of each helper, which Java providers share with it, such as 256m or 1g (default:"
              + " %dm)")
          .formatted(Limits.HELPER_MEBIBYTES_DEFAULT)),
  GRACE(
      "SECONDS",
      "time a cancelled completion script has between TERM and KILL, such as 0.5 (default: 0, KILL"
          + " at once)"),
  TOOL_GRACE(
      "SECONDS", "the same for tools (default: %d)".formatted(Limits.TOOL_GRACE_SECONDS_DEFAULT)),
  FINISH(
      "SECONDS",
      ("how long after the end of input calls that came before it are answered, as long as the"
              + " client reads; 0 ends at once (default: %d)")
          .formatted(Limits.FINISH_SECONDS_DEFAULT)),
  MAX_LINE_BYTES(
      "N",
      "longest message taken from the client (default: %d)".formatted(Limits.LINE_BYTES_DEFAULT)),
  COMPLETION_RATE(
      "N",
      "completions answered a second; the rest get an error (default: %d)"
          .formatted(Limits.COMPLETION_RATE_DEFAULT)),
  TOOL_RATE(
      "N",
      "tool calls accepted a second; the rest get an error (default: %d)"
          .formatted(Limits.TOOL_RATE_DEFAULT)),
  CALLS_PER_TOOL(
      "N",
      ("calls of one tool that may run or wait at a time; further ones get an error (default:"
              + " %d)")
          .formatted(Limits.CALLS_PER_TOOL_DEFAULT)),
  STATE_TTL(
      "SECONDS",
      ("time a client of 2026-07-28 has to come back with the answer to a question of a tool"
              + " or prompt, 1 to %d (default: %d)")
          .formatted(Limits.STATE_TTL_SECONDS_MAX, Limits.STATE_TTL_SECONDS_DEFAULT)),
  STATE_USE(
      "HOW",
      "how often such a client may come back with the same requestState: many times, so that it may"
          + " repeat a call whose answer was lost, or once (default: many)"),
  PAGE_SIZE(
      "N",
      "tools, resources, templates or prompts on a page of a list (default: %d)"
          .formatted(Limits.PAGE_SIZE_DEFAULT)),
  JOB_LIMITS(
      "LIMITS",
      "what the processes of a script may use, unless its metadata says otherwise: cpuSecs,"
          + " memoryMiB, openFiles, processes, fileMiB, such as cpuSecs=60,memoryMiB=1024 (default:"
          + " no limits)"),
  ISOLATION(
      "HOW",
      "what holds the processes of a helper together, so that none survives it: group (process"
          + " groups, adoption, markers), cgroup (the same, and a cgroup for each helper), or auto,"
          + " cgroup where it can be had and else group (default: auto)"),
  POLICY(
      "RULE",
      "what the project's server.d/policy.sh may do to MCPBASH_TOOL_ALLOWLIST: project (it decides,"
          + " and may allow other tools) or narrow (it may only deny more, and is not run for a tool"
          + " that the list denies) (default: project)");

  /** How start scripts of projects call {@link #PROJECT}. */
  static final String PROJECT_OF_MCP_BASH = "--project-root";

  private final String label;
  private final String help;
  private final List<String> twins;

  /**
   * @param twins further variables, after the one that is named like the flag
   */
  Setting(String label, String help, String... twins) {
    this.label = label;
    this.help = help;
    List<String> all = new ArrayList<>(List.of("BULLPEN_" + name()));
    all.addAll(List.of(twins));
    this.twins = List.copyOf(all);
  }

  static Optional<Setting> ofFlag(String flag) {
    if (flag.equals(PROJECT_OF_MCP_BASH)) {
      return Optional.of(PROJECT);
    }
    return Arrays.stream(values()).filter(setting -> setting.flag().equals(flag)).findFirst();
  }

  /** Whether a further value adds to one before it, instead of replacing it. */
  boolean isList() {
    return this == ALLOW;
  }

  static List<String> flags() {
    return Arrays.stream(values()).map(Setting::flag).toList();
  }

  String flag() {
    return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
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
