package dev.bullpen.launcher.client;

import static java.net.HttpURLConnection.HTTP_FORBIDDEN;
import static java.net.HttpURLConnection.HTTP_NOT_FOUND;
import static java.net.HttpURLConnection.HTTP_UNAUTHORIZED;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server of the revisions before 2026-07-28 (2025-11-25, "Transports"). What it sends between
 * answers comes on a stream that a GET opens; streams are resumed where they break off. When the
 * server does not know the session any more, the next request begins another one.
 */
final class SessionServer extends RemoteServer {
  private static final String SESSION = "Mcp-Session-Id";
  private static final String REVISION = "MCP-Protocol-Version";
  private static final String LAST_EVENT = "Last-Event-ID";
  private static final String INITIALIZE = "initialize";
  private static final String SET_LEVEL = "logging/setLevel";

  /** A person waits for it. */
  private static final Duration RENEWAL_LIMIT = Duration.ofSeconds(3);

  private final String client;
  private final ObjectNode capabilities;

  private volatile String session = "";
  private volatile String revision = "";

  /** 0 before there is one. */
  private volatile int lastStatus;

  /** Whether the server does not know the session any more. */
  private volatile boolean isLost;

  /** The params of the last {@code logging/setLevel}, which holds for one session. */
  private Optional<ObjectNode> level = Optional.empty();

  SessionServer(Endpoint endpoint, String client, ObjectNode capabilities, Listener listener) {
    super(endpoint, listener);
    this.client = client;
    this.capabilities = capabilities;
  }

  /** Returns what the server has said of itself. */
  JsonNode begin(Duration limit) throws ServerException, InterruptedException {
    session = "";
    revision = "";
    isLost = false;
    return greet(client, capabilities, limit).result();
  }

  /** Whether the server keeps a session. */
  boolean isKept() {
    return !session.isEmpty();
  }

  /** Whether the server lets this client in, and has answered. */
  boolean isReached() {
    return lastStatus != 0 && lastStatus != HTTP_UNAUTHORIZED && lastStatus != HTTP_FORBIDDEN;
  }

  @Override
  void prepare(String method) throws ServerException, InterruptedException {
    if (isLost && !method.equals(INITIALIZE)) {
      stopListening();
      try {
        begun(begin(RENEWAL_LIMIT));
      } catch (ServerException e) {
        leave(); // the server may have begun a session
        isLost = true;
        throw e;
      }
      if (level.isPresent()) {
        ask(SET_LEVEL, level.get());
      }
      sessionRenewed();
    }
  }

  @Override
  void send(ObjectNode message) throws ServerException {
    if (message.path("method").stringValue("").equals(SET_LEVEL)) {
      level = Optional.of(message.withObjectProperty("params"));
    }
    Exchange exchange = endpoint().post(message, headers());
    if (message.has("method") && message.has("id")) {
      request(message.path("id").intValue(), message, exchange);
      return;
    }
    try (exchange) {
      headed(exchange.receipt());
      exchange.requireDone();
    }
  }

  private Map<String, String> headers() {
    return Map.of(SESSION, session, REVISION, revision);
  }

  @Override
  void headed(HttpResponse<?> head) throws ServerException {
    lastStatus = head.statusCode();
    Optional<String> asked = head.request().headers().firstValue(SESSION);
    if (asked.isEmpty()) {
      head.headers().firstValue(SESSION).ifPresent(given -> session = given);
    } else if (lastStatus == HTTP_NOT_FOUND) {
      if (asked.get().equals(session)) { // else another one has begun meanwhile
        isLost = true;
      }
      throw endpoint().sessionEnded();
    }
  }

  @Override
  void agreed(JsonNode hello) {
    revision = hello.path("protocolVersion").stringValue("");
  }

  @Override
  boolean canResume() {
    return true;
  }

  @Override
  Exchange openEvents(String lastId) {
    return endpoint().get(Map.of(SESSION, session, REVISION, revision, LAST_EVENT, lastId));
  }

  @Override
  void leave() {
    if (isKept() && !isLost) {
      try (Exchange exchange = endpoint().delete(headers())) {
        exchange.receipt();
      } catch (ServerException e) {
        // It ends sessions that are not used.
      }
    }
  }
}
