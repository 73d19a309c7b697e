package dev.bullpen.http.connection;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;

/** Connections to a handler of the test; closed with it. */
final class TestServer implements AutoCloseable {
  static final Listener LOOPBACK = new Listener.Tcp("127.0.0.1", 0);

  private final Connections connections;
  private final List<Listener> open;

  TestServer(Handler handler, ConnectionLimits limits, Optional<TlsFiles> tls, Listener... where)
      throws IOException {
    connections = new Connections(limits, tls);
    open = connections.open(List.of(where), handler);
  }

  /** With the limits of the product, in clear text, on a free port. */
  TestServer(Handler handler) throws IOException {
    this(handler, ConnectionLimits.DEFAULTS, Optional.empty(), LOOPBACK);
  }

  Listener listener() {
    return open.get(0);
  }

  int port() {
    return ((Listener.Tcp) listener()).port();
  }

  URI uri(String scheme) {
    return URI.create(scheme + "://127.0.0.1:" + port() + "/");
  }

  Connections connections() {
    return connections;
  }

  @Override
  public void close() {
    connections.close(Duration.ZERO);
  }

  /** Answers with the length of the body. */
  static final class Counting extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      Content.Source.asByteArrayAsync(
          request,
          1024 * 1024,
          new Promise.Invocable<byte[]>() {
            @Override
            public void succeeded(byte[] body) {
              text(response, callback, "body of " + body.length);
            }

            @Override
            public void failed(Throwable why) {
              Response.writeError(request, response, callback, HttpStatus.REQUEST_TIMEOUT_408);
            }
          });
      return true;
    }
  }

  static void text(Response response, Callback callback, String text) {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    response.getHeaders().put("Content-Length", body.length);
    response.write(true, ByteBuffer.wrap(body), callback);
  }
}
