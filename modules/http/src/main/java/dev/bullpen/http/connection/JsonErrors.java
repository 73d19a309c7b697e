package dev.bullpen.http.connection;

import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcError;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Answers requests that the server library refuses with a JSON-RPC error without an id
 * (specification 2026-07-28, transports). The message describes the request's fault, and reveals
 * nothing about the server.
 */
final class JsonErrors implements Request.Handler {
  private final OpenStreams streams;

  JsonErrors(OpenStreams streams) {
    this.streams = streams;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int status = response.getStatus();
    String message = HttpStatus.getMessage(status);
    if (request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof HttpException refused) {
      status = refused.getCode();
      message = Optional.ofNullable(refused.getReason()).orElse(HttpStatus.getMessage(status));
    }
    Request whole = Request.unWrap(request); // Jetty's wrapper hides the body
    if (streams.enter(whole)) {
      write(AnswerAfterBody.of(whole, response), callback, status, message);
    } else {
      callback.failed(new OpenStreams.TooManyException());
    }
    return true;
  }

  /** Refuse a request, and close its connection. */
  static void refuse(Response response, Callback callback, int status, String message) {
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    write(response, callback, status, message);
  }

  private static void write(Response response, Callback callback, int status, String message) {
    int code =
        HttpStatus.isServerError(status) ? ErrorCode.INTERNAL_ERROR : ErrorCode.INVALID_REQUEST;
    byte[] body =
        JsonRpc.line(
            JsonRpc.error(Optional.empty(), JsonRpcError.of(code, message), Optional.empty()));
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
    response.write(true, ByteBuffer.wrap(body), callback);
  }
}
