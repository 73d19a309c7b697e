package dev.bullpen.server.prompt;

import dev.bullpen.pool.job.DeskRequest;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.project.prompt.PromptPlan;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.method.GetPromptResult;
import dev.bullpen.protocol.question.InputRequired;
import dev.bullpen.protocol.shape.ContentBlock;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.JobReason;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.program.ProgramFailure;
import dev.bullpen.server.program.ProgramStart;
import dev.bullpen.server.tool.ToolSettings;
import dev.bullpen.wire.Desk;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One run of a prompt's script, from its start to the answer. What it wrote to its error output is
 * for the operator's log; the client learns how it ended.
 */
final class PromptRun implements JobListener {
  private static final Logger LOG = System.getLogger("bullpen.prompts");
  private static final Lane LANE = Lane.INTERACTIVE;

  private final PromptAttempt attempt;

  private PromptRun(PromptAttempt attempt) {
    this.attempt = attempt;
  }

  static void start(PromptAttempt attempt, PromptPlan.Script script) {
    PromptServices services = attempt.services();
    PromptRun run = new PromptRun(attempt);
    CompletableFuture<Runnable> cancel = new CompletableFuture<>();
    // Before it can end: what it asks for is to be taken back then.
    attempt.call().onCancel(() -> cancel.thenAccept(Runnable::run));
    cancel.complete(
        ProgramStart.of(
            services.intake()::begin,
            services.programs(),
            LANE,
            script.command(),
            program -> request(attempt, script, program),
            run,
            run::notStarted));
  }

  private static JobRequest request(
      PromptAttempt attempt, PromptPlan.Script script, JobRequest.Program program) {
    PromptServices services = attempt.services();
    ToolSettings settings = services.settings();
    return new JobRequest(
        "prompt " + attempt.prompt().name(),
        LANE,
        new JobRequest.Script(
            program,
            services.catalogs().project().root(),
            services.common(),
            script.variables().environment()),
        new JobRequest.Limits(
            settings.outputBytes(),
            settings.stderrBytes(),
            settings.stderrTailBytes(),
            settings.timeout(),
            settings.grace(),
            settings.limits().resources(attempt.prompt().limits(), program)),
        Optional.of(
            new DeskRequest(
                new Desk(script.variables().files(), List.of(), List.of()),
                script.variables().fileVariables())));
  }

  @Override
  public void ended(JobOutcome outcome) {
    attempt.call().serve(() -> conclude(outcome));
  }

  /** There is no program to run; whoever looked for it has told the operator. */
  private void notStarted(ProgramFailure failure) {
    attempt
        .call()
        .serve(
            () -> {
              throw failure(failure.sentence(), JobReason.of(failure.reason()));
            });
  }

  private void conclude(JobOutcome outcome) throws JsonRpcException {
    if (outcome instanceof JobOutcome.Failed failed) {
      attempt.call().troubled(Trouble.of(failed));
      throw failure(failed.sentence(), JobReason.of(failed.reason()));
    }
    JobOutcome.Completed completed = (JobOutcome.Completed) outcome;
    if (!completed.isSuccess()) {
      String how = completed.ending();
      attempt.call().troubled(Trouble.of(completed));
      throw failure("its script failed with " + how, JobReason.of(completed));
    }
    Call call = attempt.call();
    ObjectNode said =
        attempt
            .services()
            .catalogs()
            .project()
            .promptGets()
            .read(attempt.prompt(), completed.stdout());
    if (InputRequired.isOne(said)) {
      attempt.services().reentry().ask(attempt, said);
    } else {
      said.path("messages").forEach(this::warn);
      call.answer(GetPromptResult.forRevision(said, call.revision()));
    }
  }

  private void warn(JsonNode message) {
    ContentBlock.remarks(message.path("content"))
        .forEach(
            remark -> LOG.log(Level.WARNING, "prompt {0}: {1}", attempt.prompt().name(), remark));
  }

  private JsonRpcException failure(String sentence, ObjectNode reason) {
    return new JsonRpcException(
        new JsonRpcError(
            ErrorCode.INTERNAL_ERROR,
            "Unable to render prompt %s: %s".formatted(attempt.prompt().name(), sentence),
            reason));
  }
}
