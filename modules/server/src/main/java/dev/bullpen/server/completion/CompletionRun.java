package dev.bullpen.server.completion;

import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.project.completion.CompletionCursor.CompletionBinding;
import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.project.completion.CompletionOutput;
import dev.bullpen.project.completion.CompletionOutput.CompletionChoice;
import dev.bullpen.project.completion.CompletionOutput.CompletionOutputException;
import dev.bullpen.project.completion.CompletionOutput.CompletionPage;
import dev.bullpen.project.completion.CompletionRequest.CompletionLimit;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.method.CompleteResult;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.JobReason;
import dev.bullpen.server.call.Mishap;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.program.ProgramFailure;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * What one request gets of a run of a completion script, from its outcome to the answer. What the
 * script wrote to its error output, and paths, are for the operator's log only; the client learns
 * who failed and how.
 */
final class CompletionRun {
  private final Call call;
  private final CompletionBinding binding;
  private final CompletionPosition position;
  private final CompletionLimit limit;
  private final Optional<CompletionChoice> choice;

  CompletionRun(
      Call call,
      CompletionBinding binding,
      CompletionPosition position,
      CompletionLimit limit,
      Optional<CompletionChoice> choice) {
    this.choice = choice;
    this.call = call;
    this.binding = binding;
    this.position = position;
    this.limit = limit;
  }

  /** It will not be run, because the user has typed on. */
  void superseded() {
    answer(CompleteResult.superseded());
  }

  /** There is no program to run; the operator's log says more. */
  void notStarted(ProgramFailure failure) {
    refuse(failure.sentence(), JobReason.of(failure.reason()));
  }

  boolean isOpen() {
    return call.isOpen();
  }

  void onCancel(Runnable action) {
    call.onCancel(action);
  }

  /**
   * What the script's end means for the request; empty if it is no success, and the request has
   * been answered by that.
   */
  Optional<ObjectNode> result(JobOutcome outcome) {
    try {
      if (outcome instanceof JobOutcome.Completed completed) {
        return result(completed);
      }
      JobOutcome.Failed failed = (JobOutcome.Failed) outcome;
      troubled(Trouble.of(failed));
      refuse(failed.sentence(), JobReason.of(failed.reason()));
    } catch (RuntimeException | StackOverflowError e) {
      call.fail(Mishap.of("completing for request " + call.id(), e));
    }
    return Optional.empty();
  }

  /** One that fails takes no other request's answer with it. */
  void answer(ObjectNode result) {
    call.serve(() -> call.answer(result));
  }

  private Optional<ObjectNode> result(JobOutcome.Completed completed) {
    if (!completed.isSuccess()) {
      String how = completed.ending();
      troubled(Trouble.of(completed));
      refuse("the script failed with " + how, JobReason.of(completed));
      return Optional.empty();
    }
    try {
      byte[] stdout = completed.stdout();
      return Optional.of(result(CompletionOutput.parse(stdout, binding, position, limit, choice)));
    } catch (CompletionOutputException e) {
      troubled(
          Trouble.of(completed)
              .because("script-output", e.getMessage() + "; it begins " + e.firstBytes()));
      call.fail(
          new JsonRpcError(
              ErrorCode.INTERNAL_ERROR, e.getMessage(), JobReason.of("script-output")));
      return Optional.empty();
    }
  }

  private void refuse(String sentence, ObjectNode data) {
    call.fail(
        new JsonRpcError(
            ErrorCode.INTERNAL_ERROR,
            "Completion provider %s: %s".formatted(binding.name(), sentence),
            data));
  }

  /** Names the script: the reference that was completed may have several. */
  private void troubled(Trouble trouble) {
    call.troubled(trouble.because(trouble.reason(), binding.script() + ": " + trouble.detail()));
  }

  static ObjectNode result(CompletionPage page) {
    return new CompleteResult(page.values(), page.total(), page.hasMore(), page.nextCursor())
        .toJson();
  }
}
