package dev.bullpen.launcher.archive;

import dev.bullpen.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/** An HTTP client on {@code HttpURLConnection}, for one thread. It takes any HTTP status. */
final class HttpClient {
  private static final String SESSION = "Mcp-Session-Id";
  private static final String REVISION = "MCP-Protocol-Version";
  private static final String MODERN = "2026-07-28";

  private final URL endpoint;
  private final Duration limit;
  private int lastId;

  /**
   * @param limit how long to wait for an answer
   */
  HttpClient(URL endpoint, Duration limit) {
    this.endpoint = endpoint;
    this.limit = limit;
  }

  /** Begins a session. Returns its id, empty if the server gives none. */
  String begin(String revision) throws IOException {
    ObjectNode params = Json.object().put("protocolVersion", revision);
    params.putObject("capabilities");
    params.putObject("clientInfo").put("name", "launcher archive").put("version", "0.1.0");
    HttpURLConnection greeting = post("initialize", params, "");
    String session = greeting.getHeaderField(SESSION);
    finish(greeting);
    return session == null ? "" : session;
  }

  /** Sends a request of a session. */
  void ask(String session, String method, ObjectNode params) throws IOException {
    finish(post(method, params, session));
  }

  /** Sends a stateless request of revision 2026-07-28, with its own {@code _meta}. */
  void askModern(String method, ObjectNode params) throws IOException {
    HttpURLConnection request = open("POST", "");
    request.setRequestProperty(REVISION, MODERN);
    request.setRequestProperty("Mcp-Method", method);
    if (params.has("name")) {
      request.setRequestProperty("Mcp-Name", params.get("name").asString());
    }
    send(request, method, params);
    finish(request);
  }

  void end(String session) throws IOException {
    finish(open("DELETE", session));
  }

  private HttpURLConnection post(String method, ObjectNode params, String session)
      throws IOException {
    HttpURLConnection request = open("POST", session);
    send(request, method, params);
    return request;
  }

  private HttpURLConnection open(String verb, String session) throws IOException {
    HttpURLConnection request = (HttpURLConnection) endpoint.openConnection(Proxy.NO_PROXY);
    request.setRequestMethod(verb);
    request.setConnectTimeout(Math.toIntExact(limit.toMillis()));
    request.setReadTimeout(Math.toIntExact(limit.toMillis()));
    request.setRequestProperty("Content-Type", "application/json");
    request.setRequestProperty("Accept", "application/json, text/event-stream");
    if (!session.isEmpty()) {
      request.setRequestProperty(SESSION, session);
    }
    return request;
  }

  private void send(HttpURLConnection request, String method, ObjectNode params)
      throws IOException {
    ObjectNode message =
        Json.object().put("jsonrpc", "2.0").put("id", ++lastId).put("method", method);
    message.set("params", params);
    request.setDoOutput(true);
    try (OutputStream out = request.getOutputStream()) {
      out.write(Json.text(message).getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Reads the whole answer. */
  private static void finish(HttpURLConnection request) throws IOException {
    boolean isError = request.getResponseCode() >= HttpURLConnection.HTTP_BAD_REQUEST;
    try (InputStream in = isError ? request.getErrorStream() : request.getInputStream()) {
      if (in != null) {
        in.readAllBytes();
      }
    }
  }
}
