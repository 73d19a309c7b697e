package dev.bullpen.launcher.client;

import dev.bullpen.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server at a URL, over Streamable HTTP (2025-11-25, "Transports"). Each request has a thread
 * that reads its answer, "answer N".
 */
public final class RemoteServer extends Server {
  private static final String SESSION = "Mcp-Session-Id";
  private static final String REVISION = "MCP-Protocol-Version";
  private static final String EVENTS = "text/event-stream";

  /** Longer than any reachable machine takes to accept a connection. */
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);

  /** A notification gets no answer, only an HTTP status. */
  private static final Duration RECEIPT_LIMIT = Duration.ofSeconds(10);

  /** No limit: the user cancels. */
  private static final Duration ANSWER_LIMIT = Duration.ZERO;

  private final URI endpoint;
  private final Optional<String> token;
  private volatile String session = "";
  private volatile String revision = "";

  private RemoteServer(URI endpoint, Optional<String> token, Listener listener) {
    super(listener);
    this.endpoint = endpoint;
    this.token = token;
  }

  /**
   * A client of a server. Sends nothing yet.
   *
   * @param token for the header Authorization
   * @throws ServerException if the URL is not one of HTTP, or the token would travel in clear text
   */
  public static RemoteServer at(URI endpoint, Optional<String> token, Listener listener)
      throws ServerException {
    String scheme = String.valueOf(endpoint.getScheme());
    String host = endpoint.getHost();
    if (!(scheme.equals("http") || scheme.equals("https"))
        || host == null
        || endpoint.getUserInfo() != null) {
      throw new ServerException(
          "%s is no URL of a server. For example http://127.0.0.1:8080/mcp.".formatted(endpoint));
    }
    if (token.isPresent() && scheme.equals("http") && !isThisMachine(host)) {
      throw new ServerException(
          "the token would travel to %s in clear text. Use https.".formatted(host));
    }
    return new RemoteServer(endpoint, token, listener);
  }

  private static boolean isThisMachine(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  @Override
  void send(ObjectNode message) throws ServerException {
    if (message.has("method") && message.has("id")) {
      int id = message.path("id").intValue();
      Thread thread = new Thread(() -> ask(id, message), "answer " + id);
      thread.setDaemon(true);
      thread.start();
      return;
    }
    try {
      HttpURLConnection connection = post(message, RECEIPT_LIMIT);
      int status = connection.getResponseCode();
      if (status >= HttpURLConnection.HTTP_MULT_CHOICE) {
        throw new ServerException(refusal(status));
      }
      connection.getInputStream().close();
    } catch (IOException e) {
      throw new ServerException(unreachable(e));
    }
  }

  private void ask(int id, ObjectNode message) {
    try {
      HttpURLConnection connection = post(message, ANSWER_LIMIT);
      int status = connection.getResponseCode();
      if (status >= HttpURLConnection.HTTP_MULT_CHOICE) {
        takeError(id, status, connection);
      } else {
        Optional.ofNullable(connection.getHeaderField(SESSION)).ifPresent(given -> session = given);
        String type = String.valueOf(connection.getContentType());
        try (InputStream body = connection.getInputStream()) {
          if (type.startsWith(EVENTS)) {
            takeEvents(body);
          } else {
            take(new String(body.readAllBytes(), StandardCharsets.UTF_8));
          }
        }
      }
      fail(id, "the server closed its connection before it answered");
    } catch (IOException e) {
      fail(id, unreachable(e));
    }
  }

  /** An error has a JSON-RPC message as its body, or no body. */
  private void takeError(int id, int status, HttpURLConnection connection) throws IOException {
    try (InputStream body = connection.getErrorStream()) {
      String text = body == null ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8);
      if (status != HttpURLConnection.HTTP_UNAUTHORIZED && text.contains("\"jsonrpc\"")) {
        take(text);
      }
    }
    fail(id, refusal(status));
  }

  /** Server-sent events (HTML, "Server-sent events"): the data of each is a message. */
  private void takeEvents(InputStream body) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    StringBuilder data = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("data:")) {
        data.append(line.substring("data:".length())).append('\n');
      } else if (line.isEmpty() && !data.toString().isBlank()) {
        take(data.toString());
        data.setLength(0);
      }
    }
  }

  private HttpURLConnection post(ObjectNode message, Duration limit) throws IOException {
    byte[] body = Json.text(message).getBytes(StandardCharsets.UTF_8);
    HttpURLConnection connection = open("POST", limit);
    connection.setRequestProperty("Content-Type", "application/json");
    connection.setRequestProperty("Accept", "application/json, " + EVENTS);
    connection.setDoOutput(true);
    // With a fixed length, HttpURLConnection does not repeat the request if the connection breaks.
    connection.setFixedLengthStreamingMode(body.length);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(body);
    }
    return connection;
  }

  private HttpURLConnection open(String verb, Duration limit) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) endpoint.toURL().openConnection();
    connection.setRequestMethod(verb);
    connection.setInstanceFollowRedirects(false); // the token is for this server
    connection.setConnectTimeout(Math.toIntExact(CONNECT_LIMIT.toMillis()));
    connection.setReadTimeout(Math.toIntExact(limit.toMillis()));
    token.ifPresent(known -> connection.setRequestProperty("Authorization", "Bearer " + known));
    if (!session.isEmpty()) {
      connection.setRequestProperty(SESSION, session);
    }
    if (!revision.isEmpty()) {
      connection.setRequestProperty(REVISION, revision);
    }
    return connection;
  }

  @Override
  void agreed(JsonNode hello) {
    revision = hello.path("protocolVersion").stringValue("");
  }

  private String refusal(int status) {
    return switch (status) {
      case HttpURLConnection.HTTP_UNAUTHORIZED, HttpURLConnection.HTTP_FORBIDDEN ->
          "the server at %s refuses (HTTP %d). Give a valid token with --token-from."
              .formatted(endpoint, status);
      case HttpURLConnection.HTTP_NOT_FOUND ->
          session.isEmpty()
              ? "there is no server at %s (HTTP 404). The usual path is /mcp.".formatted(endpoint)
              : "the server has ended this session (HTTP 404). Start again.";
      default -> "the server at %s answered HTTP %d".formatted(endpoint, status);
    };
  }

  private String unreachable(IOException e) {
    return "the server at %s cannot be reached: %s".formatted(endpoint, e.getMessage());
  }

  /** Ends the session, if the server keeps one. */
  @Override
  public void close() {
    end();
    if (session.isEmpty()) {
      return;
    }
    try {
      open("DELETE", RECEIPT_LIMIT).getResponseCode();
    } catch (IOException e) {
      // The server ends unused sessions itself.
    }
  }
}
