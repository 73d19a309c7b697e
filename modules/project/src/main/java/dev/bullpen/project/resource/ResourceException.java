package dev.bullpen.project.resource;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.uri.UriSyntax;

/** A resource that cannot be read. The message is for the client. */
public final class ResourceException extends Exception {
  /**
   * The same message for missing and forbidden resources, so that the client cannot distinguish
   * them.
   */
  static final String NOT_FOUND = "Resource not found";

  public static final String MAX_BYTES = "MCPBASH_MAX_RESOURCE_BYTES";

  static final String MAX_UI_BYTES = "MCPBASH_MAX_UI_RESOURCE_BYTES";

  public enum Kind {
    /**
     * There is no such resource, or the client may not know of it: -32002, since 2026-07 -32602.
     */
    NOT_FOUND,
    /** The request is invalid: -32602. */
    INVALID,
    /** Everything else: -32603. */
    FAILED
  }

  private final Kind kind;
  private final String detail;

  /**
   * @param message for the client
   * @param detail for the operator
   */
  public ResourceException(Kind kind, String message, String detail) {
    super(message);
    this.kind = kind;
    this.detail = detail;
  }

  /**
   * A resource that does not exist, or that the client may not know of.
   *
   * @param uri or name, as sent by the client
   * @param reason completes the sentence "It is not read: ..."
   */
  public static ResourceException notFound(String uri, String reason) {
    return new ResourceException(Kind.NOT_FOUND, NOT_FOUND, detail(uri, reason));
  }

  public static ResourceException invalid(String message, String uri, String reason) {
    return new ResourceException(Kind.INVALID, message, detail(uri, reason));
  }

  public static ResourceException failed(String message, String uri, String reason) {
    return new ResourceException(Kind.FAILED, message, detail(uri, reason));
  }

  public static ResourceException tooLong(int maxBytes, String uri, String variable) {
    return failed(
        "Resource content exceeds %d bytes".formatted(maxBytes),
        uri,
        "it is longer than %d bytes. Raise %s if that is too little".formatted(maxBytes, variable));
  }

  private static String detail(String uri, String reason) {
    return "The resource \"%s\" is not read: %s."
        .formatted(EscapedBytes.of(UriSyntax.logged(uri)), reason);
  }

  public Kind kind() {
    return kind;
  }

  /** The real reason, with paths and the next step, for the operator. */
  public String detail() {
    return detail;
  }
}
