package dev.bullpen.project.tool;

import dev.bullpen.project.setting.OperatorSettings.NumberSetting;
import dev.bullpen.project.setting.OperatorSettings.SwitchSetting;
import dev.bullpen.project.tool.Tool.ToolTimeout;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;

/**
 * How long tools may run, as the operator has set it.
 *
 * @param timeout of a tool whose metadata names none
 * @param maxTimeout up to which a client, or progress, may extend the time of a tool whose metadata
 *     names no maximum
 * @param progressExtends whether progress restarts the time of every tool
 */
public record ToolTimes(Duration timeout, Duration maxTimeout, boolean progressExtends) {
  public static ToolTimes of(Map<String, String> environment) {
    return new ToolTimes(
        NumberSetting.DEFAULT_TOOL_TIMEOUT.seconds(environment),
        NumberSetting.MAX_TIMEOUT_SECS.seconds(environment),
        SwitchSetting.PROGRESS_EXTENDS_TIMEOUT.isOn(environment));
  }

  /**
   * The time limit of one run.
   *
   * @param timeout after which it is ended: from its start, or from the last progress if that
   *     restarts the time
   * @param max after which it is ended whatever it has reported
   * @param progressExtends whether progress restarts the time
   */
  public record Limit(Duration timeout, Duration max, boolean progressExtends) {}

  /**
   * The limit that is in force for a call.
   *
   * @param own what the tool's metadata says, which takes precedence over these
   * @param wanted seconds that the client asks for, which take precedence over both, up to the
   *     maximum
   */
  public Limit limit(ToolTimeout own, OptionalInt wanted) {
    boolean extended = progressExtends || own.progressExtends();
    Duration ofTool = own.timeout().orElse(timeout);
    Duration declared = own.max().orElse(maxTimeout);
    // An author who fixes a longer time than the maximum means it; the maximum is for extending.
    Duration max = extended ? declared : longer(ofTool, declared);
    Duration chosen = wanted.isPresent() ? Duration.ofSeconds(wanted.getAsInt()) : ofTool;
    return new Limit(chosen.compareTo(max) < 0 ? chosen : max, max, extended);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
