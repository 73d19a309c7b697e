package dev.bullpen.protocol;

/** A request is answered with an error. Expected for any odd request, so without stack trace. */
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
