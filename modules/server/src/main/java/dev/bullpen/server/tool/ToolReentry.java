package dev.bullpen.server.tool;

import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.method.CallToolResult;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Methods;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool that has printed what it needs.
 *
 * @param call who is answered now
 */
record ToolReentry(ToolAttempt attempt, Call call, ToolServices services) implements Reentrant {
  @Override
  public String method() {
    return Methods.TOOLS_CALL;
  }

  @Override
  public String name() {
    return attempt.params().name();
  }

  @Override
  public ObjectNode arguments() {
    return attempt.params().arguments();
  }

  @Override
  public int round() {
    return attempt.round();
  }

  @Override
  public void again(ObjectNode answers, Optional<JsonNode> state) throws JsonRpcException {
    ToolRun.start(attempt.again(answers, state), services);
  }

  @Override
  public void giveUp(String why) {
    call.answer(CallToolResult.error("The tool " + why));
  }
}
