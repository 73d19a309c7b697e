package dev.bullpen.http.connection;

import static dev.bullpen.http.connection.ConnectionLimits.HEADER_FIELDS;

import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Refuses heads that the server library accepts but should not, and has the other connections
 * watched.
 */
final class FrontDoor extends Handler.Wrapper {
  private static final String RESPONSE = ProbedResponse.class.getName();

  private final SlowBodies bodies;

  FrontDoor(Handler handler, SlowBodies bodies) {
    super(handler);
    this.bodies = bodies;
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
    // RFC 9112, section 6.1: a proxy in between may not know Transfer-Encoding, and see another
    // message.
    if (request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_0
        && request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)) {
      JsonErrors.refuse(
          response,
          callback,
          HttpStatus.BAD_REQUEST_400,
          "HTTP/1.0 has no Transfer-Encoding; send a Content-Length");
      return true;
    }
    // A call may take longer than a connection may be idle. A connection that waits for an answer
    // is not idle.
    request.addIdleTimeoutListener(expired -> false);
    Request timed = bodies.timed(request);
    ProbedResponse probed = new ProbedResponse(timed, response);
    request.setAttribute(RESPONSE, probed);
    watched(request)
        .ifPresent(
            endPoint -> {
              endPoint.serve();
              Request.addCompletionListener(request, failure -> endPoint.served());
            });
    return super.handle(timed, probed, callback);
  }

  /** The watched end point of a request of HTTP/1. */
  static Optional<WatchedEndPoint> watched(Request request) {
    ConnectionMetaData its = request.getConnectionMetaData();
    return its.getHttpVersion() != HttpVersion.HTTP_2
            && its.getConnection().getEndPoint() instanceof WatchedEndPoint watched
        ? Optional.of(watched)
        : Optional.empty();
  }

  static Optional<ProbedResponse> response(Request request) {
    return request.getAttribute(RESPONSE) instanceof ProbedResponse probed
        ? Optional.of(probed)
        : Optional.empty();
  }
}
