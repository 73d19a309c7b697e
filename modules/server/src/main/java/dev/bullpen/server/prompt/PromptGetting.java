package dev.bullpen.server.prompt;

import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.method.GetPromptParams;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.tool.Reentry;

/** {@code prompts/get}: which prompt it is; then it is made as a {@link PromptAttempt}. */
public final class PromptGetting implements Handler {
  private final PromptServices services;

  public PromptGetting(PromptServices services) {
    this.services = services;
  }

  @Override
  public void handle(Call call) throws JsonRpcException {
    GetPromptParams params = GetPromptParams.parse(call.params(), call.revision());
    services.catalogs().whenLoaded(call, () -> find(call, params));
  }

  private void find(Call call, GetPromptParams params) throws JsonRpcException {
    Prompt prompt =
        services
            .catalogs()
            .inForce("Unable to load prompts registry")
            .prompt(params.name())
            .orElseThrow(
                () -> new JsonRpcException(JsonRpcError.invalidParams("Prompt not found")));
    Reentry.Retry retry =
        prompt.isScript()
            ? services
                .reentry()
                .read(
                    Methods.PROMPTS_GET,
                    params.name(),
                    params.arguments(),
                    params.requestState(),
                    params.inputResponses())
            : Reentry.Retry.OF_NOTHING;
    new PromptAttempt(call, params, prompt, retry.answers(), retry.script(), 0, services)
        .make(retry);
  }
}
