package dev.bullpen.http.connection;

import static dev.bullpen.http.connection.ConnectionLimits.HEADER_FIELDS;

import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Refuses requests that the server library accepts but should not, and has the other connections
 * watched. A {@code GET} or {@code DELETE} is served once it has ended without a body: what an
 * unread one would leave in memory has no limit.
 */
final class FrontDoor extends Handler.Wrapper {
  private static final String RESPONSE = ProbedResponse.class.getName();

  /** A server may refuse content in these: RFC 9110, sections 9.3.1 and 9.3.5. */
  private static final Set<String> WITHOUT_BODY = Set.of("GET", "DELETE");

  private final SlowBodies bodies;
  private final OpenStreams streams;

  FrontDoor(Handler handler, SlowBodies bodies, OpenStreams streams) {
    super(handler);
    this.bodies = bodies;
    this.streams = streams;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (!streams.enter(request)) {
      callback.failed(new OpenStreams.TooManyException());
      return true;
    }
    Request timed = bodies.timed(request);
    Response checked = AnswerAfterBody.of(timed, response);
    if (request.getHeaders().size() > HEADER_FIELDS) {
      JsonErrors.refuse(
          checked,
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
          checked,
          callback,
          HttpStatus.BAD_REQUEST_400,
          "HTTP/1.0 has no Transfer-Encoding; send a Content-Length");
      return true;
    }
    // A call may take longer than a connection may be idle. A connection that waits for an answer
    // is not idle.
    request.addIdleTimeoutListener(expired -> false);
    ProbedResponse probed = new ProbedResponse(timed, checked);
    request.setAttribute(RESPONSE, probed);
    watched(request)
        .ifPresent(
            endPoint -> {
              endPoint.serve();
              Request.addCompletionListener(request, failure -> endPoint.served());
            });
    if (!WITHOUT_BODY.contains(request.getMethod())) {
      return super.handle(timed, probed, callback);
    }
    RestOfBody.drop(timed, new Ended(timed, probed, callback));
    return true;
  }

  /** A request without a body, whose end has to come before it is served. */
  private final class Ended implements RestOfBody.Reader {
    private final Request request;
    private final Response response;
    private final Callback callback;

    Ended(Request request, Response response, Callback callback) {
      this.request = request;
      this.response = response;
      this.callback = callback;
    }

    @Override
    public void over(long bytes) {
      if (bytes > 0) {
        JsonErrors.refuse(
            response,
            callback,
            HttpStatus.BAD_REQUEST_400,
            "A " + request.getMethod() + " must have no body");
        return;
      }
      try {
        if (!getHandler().handle(request, response, callback)) {
          Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
        }
      } catch (Exception | Error e) { // as Jetty does
        Response.writeError(request, response, callback, e);
      }
    }

    @Override
    public void failed(Throwable why) {
      JsonErrors.refuse(
          response,
          callback,
          HttpStatus.REQUEST_TIMEOUT_408,
          "The end of the request did not come");
    }
  }

  /** The watched end point of a request of HTTP/1. */
  static Optional<WatchedEndPoint> watched(Request request) {
    ConnectionMetaData its = request.getConnectionMetaData();
    return !OpenStreams.isHttp2(request)
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
