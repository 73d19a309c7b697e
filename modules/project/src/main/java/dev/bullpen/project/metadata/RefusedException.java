package dev.bullpen.project.metadata;

/** A request that is not served. The message is for the client, and contains no path. */
public final class RefusedException extends Exception {
  private final boolean isInvalid;
  private final String detail;

  private RefusedException(boolean isInvalid, String message, String detail) {
    super(message);
    this.isInvalid = isInvalid;
    this.detail = detail;
  }

  /** The client must ask for something else: -32602. */
  public static RefusedException invalid(String message) {
    return invalid(message, message);
  }

  /**
   * The same for what the client may not have.
   *
   * @param detail for the operator, with paths and the next step
   */
  public static RefusedException invalid(String message, String detail) {
    return new RefusedException(true, message, detail);
  }

  /**
   * The project, or the server's settings, must be corrected: -32603.
   *
   * @param detail for the operator, with paths and the next step
   */
  public static RefusedException failed(String message, String detail) {
    return new RefusedException(false, message, detail);
  }

  public boolean isInvalid() {
    return isInvalid;
  }

  public String detail() {
    return detail;
  }
}
