package dev.bullpen.server.tool;

import dev.bullpen.json.TextCut;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.ResourceLimits;
import dev.bullpen.project.setting.OperatorSettings.NumberSetting;
import dev.bullpen.project.setting.OperatorSettings.SwitchSetting;
import dev.bullpen.server.asking.Audience.MessageRates;
import dev.bullpen.server.call.JobLimits;
import dev.bullpen.server.client.Principal;
import java.time.Duration;
import java.util.Map;

/**
 * What the operator has chosen for all tools, under the names mcp-bash gave it.
 *
 * @param rates of what reaches the client while a tool runs
 * @param limits what the processes of scripts may use
 */
public record ToolSettings(Times times, Output output, MessageRates rates, JobLimits limits) {
  private static final int TIMEOUT_SECONDS = 30;
  private static final int MAX_TIMEOUT_SECONDS = 600;
  private static final int OUTPUT_BYTES = 10 * 1024 * 1024;
  private static final int STDERR_TAIL_BYTES = 4096;
  private static final int MESSAGES_PER_MINUTE = 100;

  /**
   * How long a tool may run.
   *
   * @param usual of a tool that names none
   * @param longest of one that goes on because it reports progress, or because the client has asked
   *     for longer
   * @param progressExtends whether progress gives every tool its time anew
   * @param grace between TERM and KILL
   */
  public record Times(Duration usual, Duration longest, boolean progressExtends, Duration grace) {}

  /**
   * How much a tool may write.
   *
   * @param bytes of standard output; more is an error
   * @param stderrBytes of error output; more is an error
   * @param stderrTailBytes of error output that reaches the client; 0 for none
   */
  public record Output(int bytes, int stderrBytes, int stderrTailBytes) {}

  public static ToolSettings of(Map<String, String> environment, Duration grace, JobLimits limits) {
    int output = NumberSetting.MAX_TOOL_OUTPUT_SIZE.of(environment, OUTPUT_BYTES);
    int progress = NumberSetting.MAX_PROGRESS_PER_MIN.of(environment, MESSAGES_PER_MINUTE);
    boolean capture = SwitchSetting.TOOL_STDERR_CAPTURE.isOn(environment);
    return new ToolSettings(
        new Times(
            Duration.ofSeconds(NumberSetting.DEFAULT_TOOL_TIMEOUT.of(environment, TIMEOUT_SECONDS)),
            Duration.ofSeconds(NumberSetting.MAX_TIMEOUT_SECS.of(environment, MAX_TIMEOUT_SECONDS)),
            SwitchSetting.PROGRESS_EXTENDS_TIMEOUT.isOn(environment),
            grace),
        new Output(
            output,
            NumberSetting.MAX_TOOL_STDERR_SIZE.of(environment, output),
            capture ? NumberSetting.TOOL_STDERR_TAIL_LIMIT.of(environment, STDERR_TAIL_BYTES) : 0),
        new MessageRates(progress, NumberSetting.MAX_LOGS_PER_MIN.of(environment, progress)),
        limits);
  }

  public JobRequest.Limits jobLimits(Duration timeout, ResourceLimits resources) {
    return new JobRequest.Limits(
        output.bytes(),
        output.stderrBytes(),
        output.stderrTailBytes(),
        timeout,
        times.grace(),
        resources);
  }

  /** The same for a client: error output says much of a machine, so a remote one gets none. */
  ToolSettings shownTo(Principal principal) {
    return principal.isLocal()
        ? this
        : new ToolSettings(
            times, new Output(output.bytes(), output.stderrBytes(), 0), rates, limits);
  }

  /** The end of a tool's error output, as far as it reaches the client; may be empty. */
  String tail(byte[] stderr) {
    return TextCut.last(stderr, output.stderrTailBytes()).stripTrailing();
  }
}
