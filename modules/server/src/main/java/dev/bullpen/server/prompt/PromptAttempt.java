package dev.bullpen.server.prompt;

import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.prompt.PromptPlan;
import dev.bullpen.project.prompt.PromptRejectedException;
import dev.bullpen.project.prompt.PromptRequest;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.method.GetPromptParams;
import dev.bullpen.protocol.method.GetPromptResult;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.tool.Reentrant;
import dev.bullpen.server.tool.Reentry;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One making of a prompt for a call.
 *
 * @param answers what the client has answered to what an earlier start of its script asked for
 * @param state what an earlier start wanted to be told again
 * @param round how many starts there were before for the same call, where we start it again
 */
record PromptAttempt(
    Call call,
    GetPromptParams params,
    Prompt prompt,
    Optional<ObjectNode> answers,
    Optional<JsonNode> state,
    int round,
    PromptServices services)
    implements Reentrant {
  /**
   * Answer the call, when its file has been read or its script has ended.
   *
   * @param retry what the call brings, to be used up once a thread takes it
   */
  void make(Reentry.Retry retry) throws JsonRpcException {
    try {
      services
          .files()
          .execute(
              call.guarded(
                  () -> {
                    services.reentry().use(retry);
                    plan();
                  }));
    } catch (RejectedExecutionException e) {
      throw new JsonRpcException(
          JsonRpcError.rateLimited("Too many prompts wait already; ask again in a moment"));
    }
  }

  private void plan() throws JsonRpcException {
    PromptPlan plan;
    try {
      plan = services.catalogs().project().promptGets().plan(prompt, params.arguments(), request());
    } catch (PromptRejectedException e) {
      call.troubled(Trouble.of(e.clientsFault() ? "invalid-params" : "broken", e.detail()));
      throw new JsonRpcException(
          e.clientsFault()
              ? JsonRpcError.invalidParams(e.getMessage())
              : JsonRpcError.internalError(e.getMessage()));
    }
    if (plan instanceof PromptPlan.Text text) {
      call.answer(GetPromptResult.forRevision(text.result(), call.revision()));
    } else if (plan instanceof PromptPlan.Script script) {
      PromptRun.start(this, script);
    }
  }

  private PromptRequest request() {
    return new PromptRequest(params.meta(), answers, state, call.capabilities().names());
  }

  @Override
  public String method() {
    return Methods.PROMPTS_GET;
  }

  @Override
  public String name() {
    return params.name();
  }

  @Override
  public ObjectNode arguments() {
    return params.arguments();
  }

  @Override
  public void again(ObjectNode heard, Optional<JsonNode> remembered) throws JsonRpcException {
    new PromptAttempt(call, params, prompt, Optional.of(heard), remembered, round + 1, services)
        .make(Reentry.Retry.OF_NOTHING);
  }

  @Override
  public void giveUp(String why) {
    call.fail(JsonRpcError.internalError("The prompt " + why));
  }
}
