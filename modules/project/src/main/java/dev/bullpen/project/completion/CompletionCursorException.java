package dev.bullpen.project.completion;

/** A cursor that leads nowhere: -32602, and the message is fit for it. */
public final class CompletionCursorException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What can be wrong with a cursor. */
  public enum Reason {
    /** It was not made here, or for something else. */
    INVALID("Invalid cursor"),
    /** It was made here, and another script has taken over since. */
    NO_LONGER_VALID("Cursor no longer valid");

    private final String message;

    Reason(String message) {
      this.message = message;
    }
  }

  private final Reason reason;

  CompletionCursorException(Reason reason) {
    super(reason.message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
