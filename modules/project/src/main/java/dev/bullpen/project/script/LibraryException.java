package dev.bullpen.project.script;

/** A jar that cannot be used, and with it the project's folder of jars; fit for a client. */
public final class LibraryException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String detail;

  LibraryException(String message, String detail) {
    super(message);
    this.detail = detail;
  }

  /** Which jar and what to do, for the operator. */
  public String detail() {
    return detail;
  }
}
