package dev.bullpen.server.tool;

import dev.bullpen.json.TextCut;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.ResourceLimits;
import dev.bullpen.project.setting.OperatorSettings.NumberSetting;
import dev.bullpen.project.setting.OperatorSettings.SwitchSetting;
import dev.bullpen.project.tool.ToolTimes;
import dev.bullpen.server.asking.Audience.MessageRates;
import dev.bullpen.server.call.JobLimits;
import dev.bullpen.server.client.Principal;
import java.time.Duration;
import java.util.Map;

/**
 * What the operator has chosen for all tools, under the names of mcp-bash.
 *
 * @param grace between TERM and KILL
 * @param rates of what reaches the client while a tool runs
 * @param limits what the processes of scripts may use
 */
public record ToolSettings(
    ToolTimes times, Duration grace, Output output, MessageRates rates, JobLimits limits) {
  /**
   * How much a tool may write.
   *
   * @param bytes of standard output; more is an error
   * @param stderrBytes of error output; more is an error
   * @param stderrTailBytes of error output that reaches the client; 0 for none
   */
  public record Output(int bytes, int stderrBytes, int stderrTailBytes) {}

  public static ToolSettings of(Map<String, String> environment, Duration grace, JobLimits limits) {
    int output = NumberSetting.MAX_TOOL_OUTPUT_SIZE.inForce(environment);
    int progress = NumberSetting.MAX_PROGRESS_PER_MIN.inForce(environment);
    boolean capture = SwitchSetting.TOOL_STDERR_CAPTURE.isOn(environment);
    return new ToolSettings(
        ToolTimes.of(environment),
        grace,
        new Output(
            output,
            NumberSetting.MAX_TOOL_STDERR_SIZE.of(environment).orElse(output),
            capture ? NumberSetting.TOOL_STDERR_TAIL_LIMIT.inForce(environment) : 0),
        new MessageRates(progress, NumberSetting.MAX_LOGS_PER_MIN.of(environment).orElse(progress)),
        limits);
  }

  public JobRequest.Limits jobLimits(Duration timeout, ResourceLimits resources) {
    return new JobRequest.Limits(
        output.bytes(), output.stderrBytes(), output.stderrTailBytes(), timeout, grace, resources);
  }

  /**
   * The same for a client. Error output reveals much of a machine, so a remote client gets none.
   */
  ToolSettings shownTo(Principal principal) {
    return principal.isLocal()
        ? this
        : new ToolSettings(
            times, grace, new Output(output.bytes(), output.stderrBytes(), 0), rates, limits);
  }

  /** The end of a tool's error output, as far as the client gets it; may be empty. */
  String tail(byte[] stderr) {
    return TextCut.last(stderr, output.stderrTailBytes()).stripTrailing();
  }
}
