package dev.bullpen.project.completion;

/** A request whose values cannot be handed to a script: -32602, and the message is fit for it. */
public final class CompletionRejectedException extends Exception {
  private static final long serialVersionUID = 1L;

  CompletionRejectedException(String message) {
    super(message);
  }
}
