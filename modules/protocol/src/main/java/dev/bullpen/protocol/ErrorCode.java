package dev.bullpen.protocol;

/** The error codes a client may see (JSON-RPC 2.0, section 5.1; specification). */
public final class ErrorCode {
  /** The line is not JSON. */
  public static final int PARSE_ERROR = -32700;

  /** The JSON is not a message, or not a message allowed at this point. */
  public static final int INVALID_REQUEST = -32600;

  /** The method does not exist, or not in this revision, or its capability is not advertised. */
  public static final int METHOD_NOT_FOUND = -32601;

  /** The params, or the envelope in them, do not fit the method. */
  public static final int INVALID_PARAMS = -32602;

  /** The server failed unexpectedly. */
  public static final int INTERNAL_ERROR = -32603;

  /** No session has begun, and the request has no envelope of 2026-07-28; mcp-bash's code. */
  public static final int NOT_INITIALIZED = -32000;

  /** Up to 2025-11-25: there is no resource with this URI; {@code data} is {@code {uri}}. */
  public static final int RESOURCE_NOT_FOUND = -32002;

  /** 2026-07-28 over HTTP: a header of the request is missing or differs from its body. */
  public static final int HEADER_MISMATCH = -32020;

  /** 2026-07-28: a capability was not declared; {@code data} is {@code {requiredCapabilities}}. */
  public static final int MISSING_CLIENT_CAPABILITY = -32021;

  /** 2026-07-28: the revision is not served; {@code data} is {@code {supported, requested}}. */
  public static final int UNSUPPORTED_PROTOCOL_VERSION = -32022;

  /** Bullpen's own, outside all reserved ranges: too many requests of a kind; try again later. */
  public static final int RATE_LIMITED = 42900;

  private static final int FIRST_RESERVED = -32768;
  private static final int LAST_RESERVED = -32000;

  private ErrorCode() {}

  /**
   * Whether JSON-RPC 2.0 leaves a code to applications (section 5.1), or defines it for requests.
   */
  static boolean isFree(int code) {
    return code < FIRST_RESERVED
        || code > LAST_RESERVED
        || (code <= INVALID_REQUEST && code >= INTERNAL_ERROR);
  }
}
