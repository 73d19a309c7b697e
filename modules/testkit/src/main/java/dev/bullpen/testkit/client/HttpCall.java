package dev.bullpen.testkit.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A request over HTTP/1.1, written as it stands here: also one that no client should send.
 *
 * @param revision whose messages it and its answer are made of
 * @param target method and path
 * @param headers lines, in order
 * @param body empty for none
 */
public record HttpCall(Revision revision, String target, List<String> headers, String body) {
  public static final String SESSION_ID = "Mcp-Session-Id";

  private static final String VERSION = "MCP-Protocol-Version";

  /** Copies the headers. */
  public HttpCall {
    headers = List.copyOf(headers);
  }

  /**
   * A message of the stateless revision, its envelope in it, with the headers that belong to it.
   */
  public static HttpCall modern(JsonNode message) {
    JsonNode params = message.path("params");
    String method = message.path("method").asString("");
    String name = params.path("name").asString(params.path("uri").asString(""));
    HttpCall call =
        post(Revision.V2026_07_28, Json.text(message))
            .header(VERSION, Revision.V2026_07_28.text())
            .header("Mcp-Method", method);
    return List.of("tools/call", "prompts/get", "resources/read").contains(method)
        ? call.header("Mcp-Name", name)
        : call;
  }

  /** Any body, by a client that takes both forms of answer. */
  public static HttpCall post(Revision revision, String body) {
    return new HttpCall(revision, "POST /mcp", List.of(), body)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream");
  }

  /** A request without a body that belongs to a session. */
  public static HttpCall bare(Revision revision, String method) {
    return new HttpCall(revision, method + " /mcp", List.of(), "")
        .header("Accept", "text/event-stream")
        .header(VERSION, revision.text());
  }

  /** With that header, and no other of its name. */
  public HttpCall header(String name, String value) {
    return without(name).also(name, value);
  }

  /** With a further header. */
  public HttpCall also(String name, String value) {
    return with(Stream.concat(headers.stream(), Stream.of(name + ": " + value)).toList());
  }

  public HttpCall without(String name) {
    String begin = name.toLowerCase(Locale.ROOT) + ":";
    return with(
        headers.stream().filter(line -> !line.toLowerCase(Locale.ROOT).startsWith(begin)).toList());
  }

  /**
   * With one thing changed: {@code NAME: VALUE} for another value, {@code +NAME: VALUE} for a
   * further one, {@code -NAME} for none.
   */
  public HttpCall edited(String edit) {
    if (edit.startsWith("-")) {
      return without(edit.substring(1));
    }
    String[] parts = edit.split(":", 2);
    return edit.startsWith("+")
        ? also(parts[0].substring(1), parts[1])
        : header(parts[0], parts[1]);
  }

  public HttpCall withBody(String other) {
    return new HttpCall(revision, target, headers, other);
  }

  private HttpCall with(List<String> others) {
    return new HttpCall(revision, target, others, body);
  }

  /** To another path, or by another method. */
  public HttpCall to(String other) {
    return new HttpCall(revision, other, headers, body);
  }

  /** As it goes to that server, given as host and port. */
  public byte[] bytes(String host) {
    List<String> lines = new ArrayList<>(List.of(target + " HTTP/1.1", "Host: " + host));
    lines.addAll(headers);
    boolean isChunked = headers.stream().anyMatch(line -> line.startsWith("Transfer-Encoding:"));
    byte[] content = body.getBytes(UTF_8);
    if (content.length > 0 && !isChunked) {
      lines.add("Content-Length: " + content.length);
    }
    String head = String.join("\r\n", lines) + "\r\n\r\n";
    return (isChunked
            ? head + "%x\r\n%s\r\n0\r\n\r\n".formatted(content.length, body)
            : head + body)
        .getBytes(UTF_8);
  }
}
