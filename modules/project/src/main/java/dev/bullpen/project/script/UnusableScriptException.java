package dev.bullpen.project.script;

/** A script that cannot be started; the message is fit for a client. */
public final class UnusableScriptException extends Exception {
  private final String detail;
  private final boolean rejection;

  public UnusableScriptException(String message, String detail, boolean rejection) {
    super(message);
    this.detail = detail;
    this.rejection = rejection;
  }

  /** Whether it could be started, and may not be. */
  public boolean isRejection() {
    return rejection;
  }

  /** Which script and what to do, for the operator. */
  public String detail() {
    return detail;
  }
}
