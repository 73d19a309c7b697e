package dev.bullpen.server.tool;

import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.tool.ToolTimes;
import dev.bullpen.protocol.method.CallParams;
import dev.bullpen.server.asking.Audience;
import dev.bullpen.server.asking.Reentry;
import dev.bullpen.server.call.Call;
import java.time.Duration;
import java.util.List;

/**
 * One start of a tool's script for a call.
 *
 * @param audience the same for all starts: messages of one start count for the limits of the next
 * @param command the program, by absolute path, and its arguments
 * @param brought for what an earlier start asked
 * @param waited how long its arguments had to wait for their check
 * @param round how many starts there were before for the same call, if the server itself restarts
 *     it
 */
record ToolAttempt(
    Call call,
    CallParams params,
    Audience audience,
    Tool tool,
    List<String> command,
    Reentry.Answers brought,
    Duration waited,
    int round) {
  ToolAttempt again(Reentry.Answers heard) {
    return new ToolAttempt(call, params, audience, tool, command, heard, Duration.ZERO, round + 1);
  }

  ToolAttempt after(Duration wait) {
    return new ToolAttempt(call, params, audience, tool, command, brought, wait, round);
  }

  /** The time limit of a run. */
  ToolTimes.Limit limit(ToolSettings settings) {
    return settings.times().limit(tool.timeout(), params.timeoutSecs());
  }

  /** Whether the tool declares the form of its structured results. */
  boolean promises() {
    return tool.definition().has("outputSchema");
  }
}
