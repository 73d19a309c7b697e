package dev.bullpen.api;

/**
 * Answers a tool's call with an error of JSON-RPC instead of a result. A model seldom sees such an
 * error. If the model should learn of a failure, return {@link ToolResult#error}.
 */
public final class JsonRpcException extends Exception {
  private static final long serialVersionUID = 1L;

  /** The code for invalid arguments (JSON-RPC 2.0, section 5.1). */
  public static final int INVALID_PARAMS = -32602;

  private final int code;
  private final transient Object data;

  /**
   * An error without data.
   *
   * @param code of the error; JSON-RPC 2.0, section 5.1, defines some
   * @param message a sentence
   */
  public JsonRpcException(int code, String message) {
    this(code, message, null);
  }

  /**
   * An error.
   *
   * @param code of the error; JSON-RPC 2.0, section 5.1, defines some
   * @param message a sentence
   * @param data any value of JSON; null for none
   */
  public JsonRpcException(int code, String message, Object data) {
    super(message);
    this.code = code;
    this.data = data;
  }

  /** The arguments are invalid. */
  public static JsonRpcException invalidParams(String message) {
    return new JsonRpcException(INVALID_PARAMS, message);
  }

  /** The code. */
  public int code() {
    return code;
  }

  /** The data; null for none. */
  public Object data() {
    return data;
  }
}
