package dev.bullpen.server;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * What the operator has chosen for all tools, under the names mcp-bash gave it.
 *
 * @param timeout of a tool that names none
 * @param maxTimeout how long one may run that goes on because it reports progress, or because the
 *     client has asked for longer
 * @param progressExtends whether progress gives every tool its time anew
 * @param outputBytes of standard output; more is an error
 * @param stderrBytes of error output; more is an error
 * @param stderrTailBytes of error output told to the client; 0 for none
 * @param progressPerMinute progress notifications of one call; 0 for no limit
 * @param logsPerMinute log notifications of one call; 0 for no limit
 * @param grace between TERM and KILL
 * @param limits what the processes of scripts may use
 */
record ToolSettings(
    Duration timeout,
    Duration maxTimeout,
    boolean progressExtends,
    int outputBytes,
    int stderrBytes,
    int stderrTailBytes,
    int progressPerMinute,
    int logsPerMinute,
    Duration grace,
    JobLimits limits) {
  private static final int TIMEOUT_SECONDS = 30;
  private static final int MAX_TIMEOUT_SECONDS = 600;
  private static final int OUTPUT_BYTES = 10 * 1024 * 1024;
  private static final int STDERR_TAIL_BYTES = 4096;
  private static final int MESSAGES_PER_MINUTE = 100;
  private static final Set<String> TRUE = Set.of("true", "1", "yes", "on");
  private static final Set<String> FALSE = Set.of("false", "0", "no", "off");

  static ToolSettings of(Map<String, String> environment, Duration grace, JobLimits limits) {
    int output = number(environment, "MCPBASH_MAX_TOOL_OUTPUT_SIZE", OUTPUT_BYTES);
    int progress = number(environment, "MCPBASH_MAX_PROGRESS_PER_MIN", MESSAGES_PER_MINUTE);
    boolean capture =
        !FALSE.contains(environment.getOrDefault("MCPBASH_TOOL_STDERR_CAPTURE", "true"));
    return new ToolSettings(
        Duration.ofSeconds(number(environment, "MCPBASH_DEFAULT_TOOL_TIMEOUT", TIMEOUT_SECONDS)),
        Duration.ofSeconds(number(environment, "MCPBASH_MAX_TIMEOUT_SECS", MAX_TIMEOUT_SECONDS)),
        TRUE.contains(environment.getOrDefault("MCPBASH_PROGRESS_EXTENDS_TIMEOUT", "")),
        output,
        number(environment, "MCPBASH_MAX_TOOL_STDERR_SIZE", output),
        capture ? number(environment, "MCPBASH_TOOL_STDERR_TAIL_LIMIT", STDERR_TAIL_BYTES) : 0,
        progress,
        number(environment, "MCPBASH_MAX_LOGS_PER_MIN", progress),
        grace,
        limits);
  }

  /** The end of a tool's error output, as far as the client is told it; may be empty. */
  String tail(byte[] stderr) {
    int length = Math.min(stderr.length, stderrTailBytes);
    return new String(stderr, stderr.length - length, length, StandardCharsets.UTF_8)
        .stripTrailing();
  }

  /** What is no number means the default, as projects are used to. */
  private static int number(Map<String, String> environment, String name, int standard) {
    String value = environment.getOrDefault(name, "");
    // Nine digits always fit an int.
    return value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : standard;
  }
}
