package dev.bullpen.acceptance.project;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The API that the example {@code http-api} asks, at a free port of this machine. */
final class RatesApi implements AutoCloseable {
  static final String KEY = "a-key-of-the-api";
  static final double EUR_TO_JPY = 160.5;

  private final HttpServer server;
  private final Set<String> authorizations = ConcurrentHashMap.newKeySet();

  private RatesApi(HttpServer server) {
    this.server = server;
  }

  static RatesApi start() throws IOException {
    RatesApi api =
        new RatesApi(
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    api.server.createContext(
        "/",
        exchange -> {
          api.authorizations.add(exchange.getRequestHeaders().getFirst("Authorization"));
          boolean isKnown = exchange.getRequestURI().getRawPath().equals("/rates/EUR/JPY");
          byte[] body = ("{\"rate\":" + EUR_TO_JPY + "}").getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(isKnown ? 200 : 404, isKnown ? body.length : -1);
          if (isKnown) {
            exchange.getResponseBody().write(body);
          }
          exchange.close();
        });
    api.server.start();
    return api;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** What clients have sent as {@code Authorization}. */
  Set<String> authorizations() {
    return Set.copyOf(authorizations);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
