package dev.bullpen.server.tool;

import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.tool.ToolTimes;
import dev.bullpen.protocol.method.CallParams;
import dev.bullpen.server.asking.Audience;
import dev.bullpen.server.asking.Reentry;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Methods;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One start of a tool's script for a call.
 *
 * @param audience the same for all starts: messages of one start count for the limits of the next
 * @param command the program, by absolute path, and its arguments
 * @param answers of the client to what an earlier start asked
 * @param state that an earlier start wanted to get back
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
    Optional<ObjectNode> answers,
    Optional<JsonNode> state,
    Duration waited,
    int round) {
  ToolAttempt again(Reentry.Answers heard) {
    Optional<ObjectNode> answers = Optional.of(heard.answers());
    return new ToolAttempt(
        call, params, audience, tool, command, answers, heard.state(), Duration.ZERO, round + 1);
  }

  ToolAttempt after(Duration wait) {
    return new ToolAttempt(call, params, audience, tool, command, answers, state, wait, round);
  }

  /** The script as one that prints what it needs. */
  static Reentry.Asker asker(Call call, CallParams params) {
    return new Reentry.Asker(
        call.principal(), Methods.TOOLS_CALL, params.name(), params.arguments());
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
