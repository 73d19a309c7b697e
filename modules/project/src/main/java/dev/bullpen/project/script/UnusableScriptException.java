package dev.bullpen.project.script;

/** A script that cannot be started; the message is fit for a client. */
public final class UnusableScriptException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String detail;

  UnusableScriptException(String message, String detail) {
    super(message);
    this.detail = detail;
  }

  /** Which script and what to do, for the operator. */
  public String detail() {
    return detail;
  }
}
