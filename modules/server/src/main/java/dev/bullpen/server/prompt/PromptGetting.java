package dev.bullpen.server.prompt;

import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.prompt.PromptGets;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.method.CallParams;
import dev.bullpen.protocol.method.GetPromptResult;
import dev.bullpen.protocol.question.InputRequired;
import dev.bullpen.protocol.shape.ContentBlock;
import dev.bullpen.server.asking.Reentry;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallThreads;
import dev.bullpen.server.call.CallThreads.CallThread;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.program.NoProgramException;
import dev.bullpen.server.tool.Scripts;
import dev.bullpen.wire.ExchangeFiles;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code prompts/get}: a text from a file, or what a script prints. The script's error output is
 * for the operator's log; the client gets only how the script ended.
 */
public final class PromptGetting implements Handler {
  private static final Logger LOG = System.getLogger("bullpen.prompts");
  private static final Lane LANE = Lane.INTERACTIVE;

  private final Scripts scripts;
  private final CallThreads threads;
  private final CallThreads files;
  private final Reentry reentry;

  /**
   * @param scripts their time, limits and grace for tools apply to scripts of prompts, too
   * @param threads on which calls wait for scripts
   * @param files on which calls read files
   */
  public PromptGetting(Scripts scripts, CallThreads threads, CallThreads files, Reentry reentry) {
    this.scripts = scripts;
    this.threads = threads;
    this.files = files;
    this.reentry = reentry;
  }

  @Override
  public void handle(Call call) throws JsonRpcException {
    CallParams params = CallParams.parse(call.params(), call.revision());
    scripts.catalogs().whenLoaded(call, () -> find(call, params));
  }

  private void find(Call call, CallParams params) throws JsonRpcException {
    if (!call.mayUse(CatalogKind.PROMPTS, params.name())) {
      call.troubled(Trouble.NOT_FOR_CLIENT);
    }
    Prompt prompt =
        scripts
            .catalogs()
            .inForce("Unable to load prompts registry")
            .prompt(params.name())
            .filter(named -> call.mayUse(CatalogKind.PROMPTS, named.name()))
            .orElseThrow(
                () -> new JsonRpcException(JsonRpcError.invalidParams("Prompt not found")));
    if (prompt.isScript()) {
      Reentry.Retry retry =
          reentry.read(
              Reentry.Asker.of(call, params), params.requestState(), params.inputResponses());
      call.allow();
      threads.serve(call, thread -> serve(call, params, prompt, retry, thread));
    } else {
      call.allow();
      files.serve(call, thread -> fill(call, params, prompt));
    }
  }

  /** A text never asks, so a state or an answer is ignored. */
  private void fill(Call call, CallParams params, Prompt prompt) throws JsonRpcException {
    try {
      ObjectNode text = scripts.project().promptGets().text(prompt, params.arguments());
      call.answer(GetPromptResult.forRevision(text, call.revision()));
    } catch (RefusedException e) {
      throw rejection(call, e);
    }
  }

  private void serve(
      Call call, CallParams params, Prompt prompt, Reentry.Retry retry, CallThread thread)
      throws JsonRpcException {
    reentry.use(retry);
    Reentry.Answers brought = retry.brought();
    for (int round = 0; call.isOpen(); round++) {
      RequestVariables.Request request =
          new RequestVariables.Request(
              params.arguments(),
              params.meta(),
              call.capabilities().names(),
              brought.answers(),
              brought.state());
      ObjectNode said = run(call, prompt, script(call, prompt, request), thread);
      if (!InputRequired.isOne(said)) {
        said.path("messages").forEach(message -> warn(prompt, message));
        call.answer(GetPromptResult.forRevision(said, call.revision()));
        return;
      }
      if (call.isModern()) {
        reentry.answer(call, Reentry.Asker.of(call, params), said);
        return;
      }
      brought = ask(call, thread, said, round);
    }
  }

  private PromptGets.Script script(Call call, Prompt prompt, RequestVariables.Request request)
      throws JsonRpcException {
    try {
      return scripts.project().promptGets().script(prompt, request);
    } catch (RefusedException e) {
      throw rejection(call, e);
    }
  }

  private static JsonRpcException rejection(Call call, RefusedException e) {
    call.troubled(Trouble.of(e.isInvalid() ? "invalid-params" : "broken", e.detail()));
    return new JsonRpcException(
        e.isInvalid()
            ? JsonRpcError.invalidParams(e.getMessage())
            : JsonRpcError.internalError(e.getMessage()));
  }

  private ObjectNode run(Call call, Prompt prompt, PromptGets.Script script, CallThread thread)
      throws JsonRpcException {
    JobOutcome outcome;
    try {
      Program program = thread.program(scripts.programs().find(LANE, script.command()));
      outcome = thread.run(scripts.intake(), request(prompt, script, program));
    } catch (NoProgramException e) { // the operator's log has more
      throw failure(prompt, e.sentence(), Trouble.data(e.reason()));
    }
    if (outcome instanceof JobOutcome.Failed failed) {
      call.troubled(Trouble.of(failed));
      throw failure(prompt, failed.sentence(), Trouble.of(failed).data());
    }
    JobOutcome.Completed completed = (JobOutcome.Completed) outcome;
    if (!completed.isSuccess()) {
      call.troubled(Trouble.of(completed));
      throw failure(
          prompt, "its script failed with " + completed.ending(), Trouble.of(completed).data());
    }
    return PromptGets.printed(prompt, completed.stdout());
  }

  private JobRequest request(Prompt prompt, PromptGets.Script script, Program program) {
    return new JobRequest(
        "prompt " + prompt.name(),
        LANE,
        new JobRequest.Script(
            program, scripts.project().root(), scripts.common(), script.variables().environment()),
        scripts
            .settings()
            .jobLimits(
                scripts.settings().times().timeout(),
                scripts.settings().limits().resources(prompt.limits(), program)),
        Optional.of(
            new JobRequest.Exchange(
                new ExchangeFiles(script.variables().files(), List.of(), List.of()),
                script.variables().fileVariables())));
  }

  private Reentry.Answers ask(Call call, CallThread thread, ObjectNode printed, int round)
      throws JsonRpcException {
    try {
      return reentry.ask(call, thread, printed, round);
    } catch (Reentry.GivenUpException e) {
      throw new JsonRpcException(JsonRpcError.internalError("The prompt " + e.getMessage()));
    }
  }

  private static void warn(Prompt prompt, JsonNode message) {
    ContentBlock.warnings(message.path("content"))
        .forEach(note -> LOG.log(Level.WARNING, "prompt {0}: {1}", prompt.name(), note));
  }

  private static JsonRpcException failure(Prompt prompt, String sentence, ObjectNode reason) {
    return new JsonRpcException(
        new JsonRpcError(
            ErrorCode.INTERNAL_ERROR,
            "Unable to render prompt %s: %s".formatted(prompt.name(), sentence),
            reason));
  }
}
