package dev.bullpen.protocol;

/**
 * The request is answered with an error. It has no stack trace, because wrong requests are
 * expected.
 */
public final class JsonRpcException extends Exception {
  private final transient JsonRpcError error;

  public JsonRpcException(JsonRpcError error) {
    super(error.message(), null, false, false);
    this.error = error;
  }

  public JsonRpcError error() {
    return error;
  }
}
