package dev.bullpen.protocol;

/**
 * A request that ends in an error the client is told.
 *
 * <p>An expected way out, thrown for any odd request, so it carries no stack trace.
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
