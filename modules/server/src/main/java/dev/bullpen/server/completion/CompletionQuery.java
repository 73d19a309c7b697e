package dev.bullpen.server.completion;

import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.project.completion.CompletionCursor.CompletionBinding;
import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.project.completion.CompletionOutput;
import dev.bullpen.project.completion.CompletionOutput.CompletionChoice;
import dev.bullpen.project.completion.CompletionOutput.CompletionPage;
import dev.bullpen.project.completion.CompletionRequest;
import dev.bullpen.project.completion.CompletionRequest.CompletionLimit;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.method.CompleteResult;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.Mishap;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.completion.CompletionCache.CompletionKey;
import dev.bullpen.server.program.NoProgramException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request that a script can answer, and what it gets from a run of that script. The script's
 * error output, and paths, are for the operator's log only. The client gets the name of the script
 * that failed and how it failed.
 *
 * @param order greater than that of every request that came before
 * @param timeout of a run for it
 * @param choice among the values of a script that does not choose itself
 */
record CompletionQuery(
    Call call,
    long order,
    Field field,
    CompletionKey key,
    Duration timeout,
    CompletionBinding binding,
    CompletionPosition position,
    CompletionLimit limit,
    Optional<CompletionChoice> choice) {
  /**
   * What one user types into. Requests for one field follow each other, and only the newest value
   * matters. Other resolved arguments make another field.
   *
   * @param modern whether it is a request of the stateless era, not of the legacy session; neither
   *     supersedes the other
   */
  record Field(
      Principal principal,
      boolean modern,
      CompletionRef ref,
      String argument,
      Map<String, String> context) {
    static Field of(Call call, CompletionRequest request) {
      return new Field(
          call.principal(), call.isModern(), request.ref(), request.argument(), request.context());
    }
  }

  /** It will not be run, because the user has typed on. */
  void superseded() {
    answer(CompleteResult.superseded());
  }

  /** There is no program to run. The operator's log says more. */
  void notStarted(NoProgramException e) {
    refuse(e.sentence(), Trouble.data(e.reason()));
  }

  /**
   * The result for the request after the script's end. Empty if the script failed; then the request
   * has been answered by that.
   */
  Optional<ObjectNode> result(JobOutcome outcome) {
    try {
      if (outcome instanceof JobOutcome.Completed completed) {
        return result(completed);
      }
      JobOutcome.Failed failed = (JobOutcome.Failed) outcome;
      troubled(Trouble.of(failed));
      refuse(failed.sentence(), Trouble.of(failed).data());
    } catch (RuntimeException | Error e) {
      call.fail(Mishap.of("completing for request " + call.id(), e));
    }
    return Optional.empty();
  }

  /** If this fails, other requests still get their answers. */
  void answer(ObjectNode result) {
    call.serve(() -> call.answer(result));
  }

  private Optional<ObjectNode> result(JobOutcome.Completed completed) {
    if (!completed.isSuccess()) {
      String how = completed.ending();
      troubled(Trouble.of(completed));
      refuse("the script failed with " + how, Trouble.of(completed).data());
      return Optional.empty();
    }
    try {
      byte[] stdout = completed.stdout();
      return Optional.of(result(CompletionOutput.parse(stdout, binding, position, limit, choice)));
    } catch (RefusedException e) {
      troubled(Trouble.of(completed).because("script-output", e.detail()));
      call.fail(
          new JsonRpcError(
              ErrorCode.INTERNAL_ERROR, e.getMessage(), Trouble.data("script-output")));
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

  /** Names the script, because the completed reference may have several. */
  private void troubled(Trouble trouble) {
    call.troubled(trouble.because(trouble.reason(), binding.script() + ": " + trouble.detail()));
  }

  static ObjectNode result(CompletionPage page) {
    return new CompleteResult(page.values(), page.total(), page.hasMore(), page.nextCursor())
        .toJson();
  }
}
