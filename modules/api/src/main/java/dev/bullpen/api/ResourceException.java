package dev.bullpen.api;

/**
 * Why a resource cannot be read. The message of {@link Kind#INVALID} and {@link Kind#FAILED} is
 * shown to the client: at most three lines and 512 characters of it.
 */
public final class ResourceException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What kind of failure it is. */
  public enum Kind {
    /** There is no such resource. */
    NOT_FOUND,
    /** The URI cannot be the one that was meant. */
    INVALID,
    /** It could not be got. */
    FAILED
  }

  private final Kind kind;

  /** A failure of that kind. */
  public ResourceException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** There is no such resource. */
  public static ResourceException notFound(String message) {
    return new ResourceException(Kind.NOT_FOUND, message);
  }

  /** The URI cannot be the one that was meant. */
  public static ResourceException invalid(String message) {
    return new ResourceException(Kind.INVALID, message);
  }

  /** It could not be got. */
  public static ResourceException failed(String message) {
    return new ResourceException(Kind.FAILED, message);
  }

  /** What kind of failure it is. */
  public Kind kind() {
    return kind;
  }
}
