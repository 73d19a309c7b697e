package dev.bullpen.http.connection;

import static dev.bullpen.http.connection.ConnectionLimits.HEADER_FIELDS;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Refuses the heads that the server library takes and should not. */
final class FrontDoor extends Handler.Wrapper {
  FrontDoor(Handler handler) {
    super(handler);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (request.getHeaders().size() > HEADER_FIELDS) {
      JsonErrors.refuse(
          response,
          callback,
          HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431,
          "A request may have at most " + HEADER_FIELDS + " header fields");
      return true;
    }
    // RFC 9112, section 6.1: a proxy in between may not know of it, and see another message.
    if (request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_0
        && request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)) {
      JsonErrors.refuse(
          response,
          callback,
          HttpStatus.BAD_REQUEST_400,
          "HTTP/1.0 has no Transfer-Encoding; send a Content-Length");
      return true;
    }
    // A call may take longer than a connection may be idle: what waits for its answer is not idle.
    request.addIdleTimeoutListener(expired -> false);
    return super.handle(request, response, callback);
  }
}
