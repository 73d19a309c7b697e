package dev.bullpen.launcher.client;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server of the revisions before 2026-07-28 (2025-11-25, "Transports"). What it sends between
 * answers comes on a stream that a GET opens; streams are resumed where they break off.
 */
final class SessionServer extends RemoteServer {
  private static final String SESSION = "Mcp-Session-Id";
  private static final String REVISION = "MCP-Protocol-Version";
  private static final String LAST_EVENT = "Last-Event-ID";
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;

  private volatile String session = "";
  private volatile String revision = "";

  /** 0 before there is one. */
  private volatile int lastStatus;

  SessionServer(Endpoint endpoint, Listener listener) {
    super(endpoint, listener);
  }

  /** Whether the server keeps a session. */
  boolean isKept() {
    return !session.isEmpty();
  }

  /** Whether the server lets this client in, and has answered. */
  boolean isReached() {
    return lastStatus != 0 && lastStatus != UNAUTHORIZED && lastStatus != FORBIDDEN;
  }

  @Override
  void send(ObjectNode message) throws ServerException {
    Exchange exchange = endpoint().post(message, headers());
    if (message.has("method") && message.has("id")) {
      request(message.path("id").intValue(), message, exchange);
      return;
    }
    try (exchange) {
      HttpResponse<?> head = exchange.receipt();
      headed(head.statusCode(), head.headers());
      exchange.requireDone();
    }
  }

  private Map<String, String> headers() {
    return Map.of(SESSION, session, REVISION, revision);
  }

  @Override
  void headed(int status, HttpHeaders headers) throws ServerException {
    lastStatus = status;
    if (status == NOT_FOUND && isKept()) {
      throw lost();
    }
    headers.firstValue(SESSION).ifPresent(given -> session = given);
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
    if (isKept()) {
      try (Exchange exchange = endpoint().delete(headers())) {
        exchange.receipt();
      } catch (ServerException e) {
        // It ends sessions that are not used.
      }
    }
  }
}
