package dev.bullpen.server.completion;

import dev.bullpen.project.completion.CompletionBinding;
import dev.bullpen.project.completion.CompletionPosition;
import dev.bullpen.project.completion.CompletionRequest;
import dev.bullpen.project.completion.CompletionSourceException;
import dev.bullpen.project.completion.DeclaredRead;
import dev.bullpen.project.completion.DeclaredValues;
import dev.bullpen.project.completion.Resolution;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.catalog.Catalogs;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Answers from declared values: at once where they are at hand and few, else on a thread that may
 * wait for a disk, so that no other request does.
 */
final class DeclaredCompletions {
  private static final Logger LOG = System.getLogger("bullpen.completion");

  private final Catalogs catalogs;
  private final Executor files;

  DeclaredCompletions(Catalogs catalogs, Executor files) {
    this.catalogs = catalogs;
    this.files = files;
  }

  void answer(
      Call call,
      Resolution.Declared declared,
      CompletionRequest request,
      CompletionBinding binding,
      CompletionPosition position)
      throws JsonRpcException {
    DeclaredRead read = catalogs.project().declaredValues(declared);
    Call.Work work =
        () -> {
          try {
            call.answer(
                CompletionAnswer.of(
                    DeclaredValues.page(declared, read.values(), request, binding, position)));
          } catch (CompletionSourceException e) {
            LOG.log(Level.WARNING, "the values for {0}: {1}", declared.name(), e.detail());
            throw new JsonRpcException(JsonRpcError.internalError(e.getMessage()));
          }
        };
    if (read.isQuick()) {
      work.run();
      return;
    }
    try {
      files.execute(call.guarded(work));
    } catch (RejectedExecutionException e) {
      throw new JsonRpcException(
          JsonRpcError.internalError("Too many reads wait already; ask again in a moment"));
    }
  }
}
