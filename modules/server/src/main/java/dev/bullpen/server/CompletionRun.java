package dev.bullpen.server;

import dev.bullpen.json.Json;
import dev.bullpen.pool.JobListener;
import dev.bullpen.pool.JobOutcome;
import dev.bullpen.project.CompletionBinding;
import dev.bullpen.project.CompletionChoice;
import dev.bullpen.project.CompletionLimit;
import dev.bullpen.project.CompletionOutput;
import dev.bullpen.project.CompletionOutputException;
import dev.bullpen.project.CompletionPage;
import dev.bullpen.project.CompletionPosition;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * One run of a completion script, from its outcome to the answer. What the script wrote to its
 * error output, and paths, are for the operator's log only; the client learns who failed and how.
 */
final class CompletionRun implements JobListener {
  private static final Logger LOG = System.getLogger("bullpen.completion");

  private final Call call;
  private final CompletionBinding binding;
  private final CompletionPosition position;
  private final CompletionLimit limit;
  private final Optional<CompletionChoice> choice;

  /**
   * @param choice what of the output is suggested; empty for all of it
   */
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

  @Override
  public void ended(JobOutcome outcome) {
    call.guarded(() -> conclude(outcome)).run();
  }

  private void conclude(JobOutcome outcome) {
    if (outcome instanceof JobOutcome.Failed failed) {
      log(failed.detail());
      refuse(failed.reason().sentence(), reason(failed.reason().word()));
    } else if (outcome instanceof JobOutcome.Completed completed) {
      finish(completed);
    }
  }

  private void finish(JobOutcome.Completed completed) {
    if (!completed.isSuccess()) {
      String how = (completed.signalled() ? "signal " : "exit code ") + completed.code();
      log(how + ": " + new String(completed.stderr(), StandardCharsets.UTF_8).strip());
      refuse(
          "the script failed with " + how,
          reason("script-failed")
              .put(completed.signalled() ? "signal" : "exitCode", completed.code()));
      return;
    }
    try {
      call.answer(CompletionAnswer.of(page(completed.stdout())));
    } catch (CompletionOutputException e) {
      log(e.getMessage() + "; it begins " + e.firstBytes());
      call.fail(
          new JsonRpcError(ErrorCode.INTERNAL_ERROR, e.getMessage(), reason("script-output")));
    }
  }

  private CompletionPage page(byte[] stdout) throws CompletionOutputException {
    return choice.isPresent()
        ? CompletionOutput.parse(stdout, binding, position, limit, choice.get())
        : CompletionOutput.parse(stdout, binding, position, limit);
  }

  private void refuse(String sentence, ObjectNode data) {
    call.fail(
        new JsonRpcError(
            ErrorCode.INTERNAL_ERROR,
            "Completion provider %s: %s".formatted(binding.name(), sentence),
            data));
  }

  private static ObjectNode reason(String word) {
    return Json.object().put("reason", word);
  }

  private void log(String what) {
    LOG.log(Level.WARNING, "provider {0}: {1}", binding.scriptKey(), what);
  }
}
