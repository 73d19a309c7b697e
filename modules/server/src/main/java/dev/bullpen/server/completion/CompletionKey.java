package dev.bullpen.server.completion;

import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.project.completion.CompletionProvider;
import dev.bullpen.project.completion.CompletionRequest;
import dev.bullpen.project.completion.CompletionRequest.CompletionArguments;
import java.util.Optional;

/**
 * All that decides what a script says: its input, which script it is, and the state of the project.
 * Of two requests with the same key one run answers both.
 *
 * @param argsHash of the reference, the argument, its value and the context
 * @param limit as the script is told it
 * @param offset where the script is told to begin
 * @param scriptCursor its own mark for that
 * @param modern whether a request of the stateless era asks, or the legacy session
 * @param epoch see {@link CompletionCache#epoch}
 * @param stamp of the script's file; empty where answers are not kept
 */
record CompletionKey(
    String argsHash,
    int limit,
    int offset,
    Optional<String> scriptCursor,
    boolean modern,
    long epoch,
    Optional<String> stamp,
    CompletionProvider provider) {
  /** Looks at the script's file if the provider's answers are kept. */
  static CompletionKey of(
      boolean modern,
      CompletionProvider provider,
      CompletionRequest request,
      CompletionArguments arguments,
      CompletionPosition position,
      long epoch) {
    return new CompletionKey(
        arguments.hash(),
        request.limit().told(),
        position.offset(),
        position.scriptCursor(),
        modern,
        epoch,
        provider.cache().isPresent() ? provider.stamp() : Optional.empty(),
        provider);
  }

  /** Of what tells nearly all apart: the provider's environment is long. */
  @Override
  public int hashCode() {
    return argsHash.hashCode();
  }

  /** Whether it is for what a user types, and not for a further page. */
  boolean isFirstPage() {
    return offset == 0 && scriptCursor.isEmpty();
  }

  /** Whether what the script says may be said again later. */
  boolean isKept() {
    return stamp.isPresent();
  }
}
