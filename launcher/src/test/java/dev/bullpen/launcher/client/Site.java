package dev.bullpen.launcher.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * A server over HTTP in this JVM. A test sets a reply for each JSON-RPC method, and for GET and
 * DELETE; other requests get 404.
 */
final class Site implements AutoCloseable {
  interface Reply {
    void to(Visit visit) throws IOException, InterruptedException;
  }

  /** A request, to be answered once. */
  static final class Visit {
    private static final int END_SECONDS = 20;

    private final HttpExchange exchange;
    private final CountDownLatch closing;
    final String word;
    final JsonNode message;

    private Visit(HttpExchange exchange, CountDownLatch closing) throws IOException, JsonException {
      this.exchange = exchange;
      this.closing = closing;
      byte[] body = exchange.getRequestBody().readAllBytes();
      this.message = body.length == 0 ? Json.object() : Json.parse(body);
      this.word = message.path("method").stringValue(exchange.getRequestMethod());
    }

    String header(String name) {
      return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
    }

    JsonNode meta(String name) {
      return message.path("params").path("_meta").path("io.modelcontextprotocol/" + name);
    }

    Visit with(String header, String value) {
      exchange.getResponseHeaders().add(header, value);
      return this;
    }

    void empty(int status) throws IOException {
      exchange.sendResponseHeaders(status, -1);
    }

    void body(int status, String type, String body) throws IOException {
      with("Content-Type", type);
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }

    /** A response with the request's id, unless the member says something else. */
    String response(String member) {
      return "{\"jsonrpc\":\"2.0\",\"id\":%s,%s}".formatted(Json.text(message.path("id")), member);
    }

    void result(String result) throws IOException {
      body(200, "application/json; charset=utf-8", response("\"result\":" + result));
    }

    /** A stream that begins with this text. */
    void events(String text) throws IOException {
      with("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      more(text);
    }

    void more(String text) throws IOException {
      OutputStream body = exchange.getResponseBody();
      body.write(text.getBytes(StandardCharsets.UTF_8));
      body.flush();
    }

    static String event(String data) {
      return "data: " + data + "\n\n";
    }

    /** Sends comments until the client has closed its connection; false at the end of the site. */
    boolean awaitClosed() throws InterruptedException {
      for (int i = 0; i < 100 * END_SECONDS; i++) {
        try {
          more(":\n");
        } catch (IOException e) {
          return true;
        }
        if (closing.await(10, TimeUnit.MILLISECONDS)) {
          return false;
        }
      }
      return false;
    }
  }

  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Map<String, Reply> replies = new ConcurrentHashMap<>();
  private final List<Visit> visits = new CopyOnWriteArrayList<>();

  Site() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(threads);
    http.createContext("/mcp", this::serve);
    http.start();
  }

  /** One that greets clients of the older revisions, and keeps a session. */
  static Site ofSessions() throws IOException {
    return new Site()
        .on(
            "initialize",
            visit ->
                visit
                    .with("Mcp-Session-Id", "s1")
                    .result(
                        "{\"protocolVersion\":\"2025-11-25\",\"serverInfo\":{\"name\":\"old\"}}"))
        .on("notifications/initialized", visit -> visit.empty(202))
        .on("GET", visit -> visit.empty(405))
        .on("DELETE", visit -> visit.empty(200));
  }

  /** One of 2026-07-28 alone. */
  static Site ofLoneRequests() throws IOException {
    return new Site()
        .on(
            "initialize",
            visit ->
                visit.body(
                    400,
                    "application/json",
                    visit.response("\"error\":{\"code\":-32022,\"message\":\"2026-07-28\"}")))
        .on(
            "server/discover",
            visit ->
                visit.result(
                    "{\"supportedVersions\":[\"2026-07-28\"],\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"new\"}}}"))
        .on("subscriptions/listen", visit -> visit.empty(404));
  }

  Site on(String word, Reply reply) {
    replies.put(word, reply);
    return this;
  }

  URI uri() {
    return URI.create("http://127.0.0.1:%d/mcp".formatted(http.getAddress().getPort()));
  }

  List<Visit> visits(String word) {
    return visits.stream().filter(visit -> visit.word.equals(word)).toList();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      Visit visit = new Visit(exchange, closing);
      visits.add(visit);
      replies.getOrDefault(visit.word, other -> other.empty(404)).to(visit);
    } catch (JsonException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closing.countDown();
    http.stop(0);
    threads.shutdownNow();
  }
}
