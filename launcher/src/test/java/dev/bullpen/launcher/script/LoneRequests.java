package dev.bullpen.launcher.script;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Stands before a server of both eras, and makes it one of 2026-07-28 alone: it refuses to greet,
 * and keeps no session.
 */
final class LoneRequests implements AutoCloseable {
  private static final Set<String> OF_THE_CONNECTION =
      Set.of(
          "host", "connection", "content-length", "transfer-encoding", "upgrade", "http2-settings");

  private final URI server;
  private final HttpServer front;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  LoneRequests(String server) throws IOException {
    this.server = URI.create(server);
    this.front = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    front.setExecutor(threads);
    front.createContext("/mcp", this::pass);
    front.start();
  }

  String url() {
    return "http://127.0.0.1:%d/mcp".formatted(front.getAddress().getPort());
  }

  private void pass(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      boolean isGreeting =
          new String(body, StandardCharsets.UTF_8).contains("\"method\":\"initialize\"");
      if (isGreeting || !exchange.getRequestMethod().equals("POST")) {
        exchange.sendResponseHeaders(isGreeting ? 400 : 405, -1);
        return;
      }
      HttpRequest.Builder request =
          HttpRequest.newBuilder(server).POST(HttpRequest.BodyPublishers.ofByteArray(body));
      exchange
          .getRequestHeaders()
          .forEach(
              (name, values) -> {
                if (!OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                  values.forEach(value -> request.header(name, value));
                }
              });
      HttpResponse<InputStream> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream from = response.body()) {
        response
            .headers()
            .firstValue("Content-Type")
            .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
        exchange.sendResponseHeaders(response.statusCode(), 0);
        OutputStream to = exchange.getResponseBody();
        byte[] part = new byte[8192];
        for (int length = from.read(part); length >= 0; length = from.read(part)) {
          to.write(part, 0, length);
          to.flush();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    front.stop(0);
    threads.shutdownNow();
  }
}
