package dev.bullpen.http.connection;

import java.util.Optional;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;

/**
 * Limits the requests of HTTP/2 that are open, of each address and in all, to as many as there may
 * be connections. Those of HTTP/1 are limited by their connections.
 */
final class OpenStreams {
  private static final String COUNTED = OpenStreams.class.getName();

  private final OpenCounts counts;

  OpenStreams(ConnectionLimits limits) {
    counts = new OpenCounts(limits.connections(), limits.connectionsPerAddress());
  }

  /** Count a request until it is over, and once only; false if there are too many. */
  boolean enter(Request request) {
    if (!isHttp2(request) || request.getAttribute(COUNTED) != null) {
      return true;
    }
    Optional<String> source =
        SourceNetwork.of(request.getConnectionMetaData().getRemoteSocketAddress());
    boolean isCounted = counts.add(source);
    if (isCounted) {
      request.setAttribute(COUNTED, COUNTED);
      Request.addCompletionListener(request, failure -> counts.remove(source));
    }
    return isCounted;
  }

  static boolean isHttp2(Request request) {
    return request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
  }

  /** Makes Jetty reset a stream. After another failure it would write an answer that can wait. */
  static final class TooManyException extends Request.Handler.AbortException {
    private static final long serialVersionUID = 1;

    TooManyException() {
      super("too many requests are open");
    }
  }
}
