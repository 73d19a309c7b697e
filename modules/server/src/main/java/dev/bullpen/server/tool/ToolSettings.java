package dev.bullpen.server.tool;

import dev.bullpen.json.TextCut;
import dev.bullpen.project.setting.NumberSetting;
import dev.bullpen.project.setting.SwitchSetting;
import dev.bullpen.server.call.JobLimits;
import java.time.Duration;
import java.util.Map;

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
public record ToolSettings(
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

  public static ToolSettings of(Map<String, String> environment, Duration grace, JobLimits limits) {
    int output = NumberSetting.MAX_TOOL_OUTPUT_SIZE.of(environment, OUTPUT_BYTES);
    int progress = NumberSetting.MAX_PROGRESS_PER_MIN.of(environment, MESSAGES_PER_MINUTE);
    boolean capture = SwitchSetting.TOOL_STDERR_CAPTURE.isOn(environment);
    return new ToolSettings(
        Duration.ofSeconds(NumberSetting.DEFAULT_TOOL_TIMEOUT.of(environment, TIMEOUT_SECONDS)),
        Duration.ofSeconds(NumberSetting.MAX_TIMEOUT_SECS.of(environment, MAX_TIMEOUT_SECONDS)),
        SwitchSetting.PROGRESS_EXTENDS_TIMEOUT.isOn(environment),
        output,
        NumberSetting.MAX_TOOL_STDERR_SIZE.of(environment, output),
        capture ? NumberSetting.TOOL_STDERR_TAIL_LIMIT.of(environment, STDERR_TAIL_BYTES) : 0,
        progress,
        NumberSetting.MAX_LOGS_PER_MIN.of(environment, progress),
        grace,
        limits);
  }

  /** The end of a tool's error output, as far as the client is told it; may be empty. */
  String tail(byte[] stderr) {
    return TextCut.last(stderr, stderrTailBytes).stripTrailing();
  }
}
