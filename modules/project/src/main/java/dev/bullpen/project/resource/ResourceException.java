package dev.bullpen.project.resource;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.uri.UriSyntax;

/** A resource that cannot be read; the message is fit for a client. */
public final class ResourceException extends Exception {
  /** The same for what is missing and for what may not be read: the client must not learn which. */
  static final String NOT_FOUND = "Resource not found";

  public static final String MAX_BYTES = "MCPBASH_MAX_RESOURCE_BYTES";

  static final String MAX_UI_BYTES = "MCPBASH_MAX_UI_RESOURCE_BYTES";

  public enum Kind {
    /** There is no such resource, as far as the client may know: -32002, since 2026-07 -32602. */
    NOT_FOUND,
    /** The request cannot be meant: -32602. */
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
   * Nothing the client may know of.
   *
   * @param uri or name, as the client sent it
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

  /** What really happened, with paths and the next step, for the operator. */
  public String detail() {
    return detail;
  }
}
