package dev.bullpen.api;

/**
 * Why a resource cannot be read. The client gets the message of {@link Kind#INVALID} and {@link
 * Kind#FAILED}, at most three lines and 512 characters of it.
 */
public final class ResourceException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What kind of failure it is. */
  public enum Kind {
    /** There is no such resource. */
    NOT_FOUND,
    /** The URI makes no sense. */
    INVALID,
    /** It could not be read. */
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

  /** The URI makes no sense. */
  public static ResourceException invalid(String message) {
    return new ResourceException(Kind.INVALID, message);
  }

  /** It could not be read. */
  public static ResourceException failed(String message) {
    return new ResourceException(Kind.FAILED, message);
  }

  /** What kind of failure it is. */
  public Kind kind() {
    return kind;
  }
}
