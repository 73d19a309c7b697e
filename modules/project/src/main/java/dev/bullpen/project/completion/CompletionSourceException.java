package dev.bullpen.project.completion;

/** Declared values that cannot be had until the project is mended: -32603. */
public final class CompletionSourceException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String detail;

  /**
   * @param detail for the operator, with paths and the next step
   */
  CompletionSourceException(String detail) {
    super("The values cannot be read; the server's error output says how to mend it");
    this.detail = detail;
  }

  /** For the operator, with paths and the next step. */
  public String detail() {
    return detail;
  }
}
