package dev.bullpen.remote;

/** A fetch that brought nothing. The message is fit for the client and names no address. */
public final class FetchException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Why, for whoever has to answer. */
  public enum Kind {
    /** The operator's settings, or the rules that no setting changes, forbid it. */
    POLICY,
    /** Not complete within the time. */
    TIMEOUT,
    /** More bytes than are read. */
    TOO_LARGE,
    /** The server answers, but with no content: a redirect, an error. */
    HTTP_STATUS,
    /** No answer, none that can be trusted, or nobody waits for it any longer. */
    NETWORK
  }

  private final Kind kind;
  private final String detail;

  FetchException(Kind kind, String message, String detail) {
    super(message);
    this.kind = kind;
    this.detail = detail;
  }

  FetchException(Kind kind, String message, Throwable cause) {
    this(kind, message, cause.toString());
    initCause(cause);
  }

  /** Why. */
  public Kind kind() {
    return kind;
  }

  /**
   * What the operator's log should say beside the message: addresses, settings to change, causes.
   */
  public String detail() {
    return detail;
  }
}
