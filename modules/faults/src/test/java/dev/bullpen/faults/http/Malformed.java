package dev.bullpen.faults.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request that is wrong somewhere, with the answer that it must get.
 *
 * @param what is wrong
 * @param bytes as they go out
 * @param statuses of the answer, one of these; 0 for none, where the connection is closed
 * @param code of the JSON-RPC error; 0 for any, or none
 * @param id of the request, which the answer must carry; empty if it cannot be read
 */
record Malformed(String what, String bytes, List<Integer> statuses, int code, String id) {
  private static final int PARSE_ERROR = -32700;
  private static final int INVALID_REQUEST = -32600;
  private static final int HEADER_MISMATCH = -32020;

  /** Makes such requests, each time with other values. */
  static final class Corpus {
    private final Random chance;
    private final String host;
    private final int mostBytes;
    private final List<Malformed> made = new ArrayList<>();
    private long ids;

    /**
     * @param mostBytes of a body
     */
    Corpus(Random chance, String host, int mostBytes) {
      this.chance = chance;
      this.host = host;
      this.mostBytes = mostBytes;
    }

    /** Each kind once. */
    List<Malformed> round() {
      made.clear();
      places();
      heads();
      metadata();
      sessions();
      bodies();
      framing();
      otherProtocols();
      return List.copyOf(made);
    }

    private void places() {
      String word = word();
      edit("method " + word, call().to(word.toUpperCase(java.util.Locale.ROOT) + " /mcp"), 405);
      edit("TRACE", call().to("TRACE /mcp"), 405);
      edit("OPTIONS that is no preflight", call().to("OPTIONS /mcp"), 405);
      edit("lower-case method", call().to("post /mcp"), 405);
      edit("another path", call().to("POST /" + word), 404);
      edit("below the endpoint", call().to("POST /mcp/" + word), 404);
      edit("path with dots", call().to("POST /mcp/../" + word), 400, 404);
      edit("endpoint by a detour", call().to("POST /" + word + "/../mcp"), 400, 404);
      edit("endpoint behind two slashes", call().to("POST //mcp"), 400, 404);
      edit("endpoint with an escape", call().to("POST /%6dcp"), 400, 404);
      edit("path with an encoded slash", call().to("POST /mcp%2f" + word), 400, 404);
      edit("path with a parameter", call().to("POST /mcp;" + word), 400, 404);
      edit("bad escape in the path", call().to("POST /mcp%zz"), 400);
      edit("a token in the query", call().to("POST /mcp?access_token=" + word), 400);
      edit("another host's target", call().to("POST http://" + word + ".example/mcp"), 400, 403);
      edit("no target", call().to("POST"), 400, 505);
      edit("two targets", call().to("POST /mcp /mcp"), 400, 505);
      edit("a long target", call().to("POST /mcp?" + "x".repeat(20_000 + below(9))), 414, 431);
      edit("target of CONNECT", call().to("CONNECT " + word + ":80"), 400, 403, 404, 405);
    }

    private void heads() {
      edit("Host of another", call().header("X-Before", "1"), bytes -> host(bytes, word()), 403);
      edit("Host with a blank", call(), bytes -> host(bytes, "a b"), 400);
      edit("no Host", call(), bytes -> bytes.replace("Host: " + host + "\r\n", ""), 400);
      edit("two Hosts", call().also("Host", host), 400);
      edit("Origin of another", call().header("Origin", "https://" + word() + ".example"), 403);
      edit("Origin null", call().header("Origin", "null"), 403);
      edit("no Content-Type", call().without("Content-Type"), 415);
      edit("Content-Type " + word(), call().header("Content-Type", "text/" + word()), 415);
      edit("compressed", call().header("Content-Encoding", oneOf("gzip", "br", word())), 415);
      HttpCall html = call();
      carrying("takes HTML alone", html, html.header("Accept", "text/html"), 406, 0);
      HttpCall quoted = call();
      carrying("a quote", quoted, quoted.header("Accept", "application/\"json"), 406, 0);
      edit("GET with a quote", bare("GET").header("Accept", "text/\"event-stream"), 406);
      edit("expects what is not there", call().header("Expect", word()), 417);
      edit(
          "folded field",
          call(),
          bytes -> bytes.replaceFirst("\r\n", "\r\nX-A: b\r\n\tc\r\n"),
          400);
      edit("bare LF", call(), bytes -> bytes.replaceFirst("\r\nAccept", "\nAccept"), 400);
      edit("bare CR", call(), bytes -> bytes.replaceFirst("\r\nAccept", "\rAccept"), 400);
      edit("all LF", call(), bytes -> bytes.replace("\r\n", "\n"), 400);
      edit("blank before a colon", call(), bytes -> bytes.replace("Accept:", "Accept :"), 400);
      edit("field without a name", call(), bytes -> bytes.replace("Accept:", ":"), 400);
      edit("field without a colon", call(), bytes -> bytes.replace("Accept:", "Accept"), 400);
      edit("NUL in a field", call().header("X-A", "a\0b"), 400);
      edit("NUL in a name", call().header("X\0A", "b"), 400);
      edit("a control in a field", call().header("X-A", "a\001b"), 400);
      edit("UTF-8 in a name", call(), bytes -> bytes.replace("Accept:", "Acc\u00c3\u00a9pt:"), 400);
      edit("a field of 17 KiB", call().header("X-A", "x".repeat(17_000 + below(99))), 431);
      HttpCall many = call();
      for (int i = 0; i < 101; i++) {
        many = many.header("X-" + i, "y");
      }
      edit("101 fields", many, 431);
      edit("controls in the method", call().to("PO\001ST /mcp"), 400);
    }

    private void metadata() {
      mismatch("no version", "-MCP-Protocol-Version");
      mismatch("another version", "MCP-Protocol-Version: 2025-11-25");
      mismatch("a version that is none", "MCP-Protocol-Version: " + word());
      mismatch("two versions", "+MCP-Protocol-Version: 2026-07-28");
      mismatch("no method", "-Mcp-Method");
      mismatch("another method", "Mcp-Method: tools/list");
      mismatch("method in capitals", "Mcp-Method: TOOLS/CALL");
      mismatch("two methods", "+Mcp-Method: tools/call");
      mismatch("no name", "-Mcp-Name");
      mismatch("another name", "Mcp-Name: " + word());
      mismatch("name in capitals", "Mcp-Name: HELLO");
      mismatch("two names", "+Mcp-Name: hello");
      mismatch("bad Base64", "Mcp-Name: =?base64?" + word() + "!?=");
      mismatch("Base64 without its end", "Mcp-Name: =?base64?aGVsbG8?=");
      mismatch("Base64 of another", "Mcp-Name: =?base64?" + encoded(word()) + "?=");
      mismatch("Base64 of bad UTF-8", "Mcp-Name: =?base64?/////w==?=");
      mismatch("marker in capitals", "Mcp-Name: =?BASE64?" + encoded("hello") + "?=");
      mismatch("marker alone", "Mcp-Name: =?base64?=");
      mismatch("bytes beyond ASCII", "Mcp-Name: h\u00e9llo");
      HttpCall old = tool(envelope -> envelope.put(VERSION, "1999-01-01"));
      carrying(
          "no such revision", old, old.header("MCP-Protocol-Version", "1999-01-01"), 400, -32022);
      HttpCall bare = tool(envelope -> envelope.remove(VERSION));
      carrying("envelope without a version", bare, bare, 400, 0);
      HttpCall unable = tool(envelope -> envelope.remove(CAPABILITIES));
      carrying("envelope without capabilities", unable, unable, 400, -32602);
      HttpCall none = modern(request(word(), Json.object()));
      carrying("no such method", none, none, 404, -32601);
    }

    private static final String VERSION = "io.modelcontextprotocol/protocolVersion";
    private static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

    private void sessions() {
      HttpCall call = legacy(request("tools/list", Json.object()));
      carrying("no session", call, call, 400, INVALID_REQUEST);
      call = legacy(request("ping", Json.object()));
      carrying("no such session", call, call.header(HttpCall.SESSION_ID, word()), 404, 0);
      call = legacy(request("ping", Json.object()));
      carrying("session id of signs", call, call.header(HttpCall.SESSION_ID, "\"';--{}"), 404, 0);
      call = legacy(request("ping", Json.object()));
      carrying(
          "a long session id", call, call.header(HttpCall.SESSION_ID, "x".repeat(4000)), 404, 0);
      call = legacy(request("tools/list", Json.object()));
      carrying(
          "no such version",
          call,
          call.header("MCP-Protocol-Version", word()),
          400,
          INVALID_REQUEST);
      edit("GET without a session", HttpCall.bare(Revision.V2025_11_25, "GET"), 405);
      edit("GET of no session", bare("GET"), 404);
      edit("DELETE without one", HttpCall.bare(Revision.V2025_11_25, "DELETE"), 400);
      edit("DELETE of no session", bare("DELETE"), 404);
    }

    private HttpCall bare(String method) {
      return HttpCall.bare(Revision.V2025_11_25, method).header(HttpCall.SESSION_ID, word());
    }

    private void bodies() {
      body("no JSON", word(), PARSE_ERROR, "");
      body("half of it", text(tool()).substring(0, 20 + below(30)), PARSE_ERROR, "");
      body("two of them", text(tool()) + text(tool()), PARSE_ERROR, "");
      body("bad UTF-8", text(tool()).replace("hello", "h\u00ff\u00c0"), 0, "?");
      body("a single surrogate", text(tool()).replace("hello", "\\ud800"), 0, "?");
      body("a number", Integer.toString(below(99)), INVALID_REQUEST, "");
      body("a text", "\"" + word() + "\"", INVALID_REQUEST, "");
      body("null", "null", INVALID_REQUEST, "");
      body("an empty object", "{}", INVALID_REQUEST, "");
      body("an empty batch", "[]", INVALID_REQUEST, "");
      body("a batch", "[" + text(tool()) + "," + text(tool()) + "]", INVALID_REQUEST, "");
      body("an answer", "{'jsonrpc':'2.0','id':7,'result':{}}", INVALID_REQUEST, "");
      body("JSON-RPC 1.0", "{'jsonrpc':'1.0','id':70,'method':'ping'}", INVALID_REQUEST, "70");
      body("no version", "{'id':'i" + ids + "','method':'ping'}", INVALID_REQUEST, "i" + ids);
      body("no method", "{'jsonrpc':'2.0','id':71}", INVALID_REQUEST, "71");
      body("method 7", "{'jsonrpc':'2.0','id':72,'method':7}", INVALID_REQUEST, "72");
      body(
          "params 7",
          "{'jsonrpc':'2.0','id':73,'method':'ping','params':7}",
          INVALID_REQUEST,
          "73");
      body(
          "params []",
          "{'jsonrpc':'2.0','id':74,'method':'ping','params':[]}",
          INVALID_REQUEST,
          "74");
      for (String id : List.of("null", "true", "1.5", "{}", "[1]")) {
        body("id " + id, "{'jsonrpc':'2.0','id':" + id + ",'method':'ping'}", INVALID_REQUEST, "");
      }
      body("two ids", "{'jsonrpc':'2.0','id':1,'id':2,'method':'ping'}", INVALID_REQUEST, "?");
      body("deep", "[".repeat(5000 + below(99)), 0, "");
      body("deep params", deep(5000 + below(99)), 0, "?");
      body(
          "a long number",
          "{'jsonrpc':'2.0','id':" + "9".repeat(5000) + ",'method':'ping'}",
          0,
          "?");
      body("broken notification", "{'jsonrpc':'2.0','method':'x','params':7}", INVALID_REQUEST, "");
      body("NULs", "\0\0\0\0", PARSE_ERROR, "");
      body("a mark of order", "\u00ef\u00bb\u00bf" + text(tool()), 0, "?");
      HttpCall large = tool();
      String padded = text(large) + " ".repeat(mostBytes + 1 + below(99) - text(large).length());
      edit("too large", large.withBody(padded), 413);
      edit(
          "too large in chunks",
          large.withBody(padded).header("Transfer-Encoding", "chunked"),
          413);
    }

    private static String deep(int levels) {
      return "{'jsonrpc':'2.0','id':75,'method':'ping','params':{'a':"
          + "[".repeat(levels)
          + "]".repeat(levels)
          + "}}";
    }

    private void framing() {
      HttpCall call = tool();
      int length = text(call).length();
      length("two lengths", "Content-Length: " + length + "\r\nContent-Length: " + length);
      length("two different lengths", "Content-Length: " + length + "\r\nContent-Length: 1");
      length("a list of lengths", "Content-Length: " + length + ", " + length);
      length("a signed length", "Content-Length: +" + length);
      length("a negative length", "Content-Length: -1");
      length("a length in hexadecimal", "Content-Length: 0x" + Integer.toHexString(length));
      length("a length that is too large", "Content-Length: 99999999999999999999");
      length("no number", "Content-Length: " + word());
      length("length and chunks", "Content-Length: 4\r\nTransfer-Encoding: chunked");
      length("chunks and length", "Transfer-Encoding: chunked\r\nContent-Length: 4");
      length("an unknown coding", "Transfer-Encoding: " + word());
      length("chunks that are not last", "Transfer-Encoding: chunked, gzip");
      length("chunks twice", "Transfer-Encoding: chunked, chunked");
      length("chunks in two fields", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked");
      length("a coding with a tab", "Transfer-Encoding:\013chunked");
      chunks("no size", word() + "z\r\n");
      chunks("a size that is too large", "fffffffffffffffff\r\n");
      chunks("a negative size", "-1\r\n");
      chunks("bare LF after a size", "2\n{}\n0\n\n");
      chunks("no line end after a chunk", "2\r\n{}2\r\n{}\r\n0\r\n\r\n");
      edit("chunks in HTTP/1.0", call.header("Transfer-Encoding", "chunked"), this::http10, 400);
      edit("HTTP/3.7", call, bytes -> bytes.replaceFirst("HTTP/1.1", "HTTP/3.7"), 400, 505);
      edit("HTTP/2.0", call, bytes -> bytes.replaceFirst("HTTP/1.1", "HTTP/2.0"), 400, 426, 505);
    }

    private String http10(String bytes) {
      return bytes.replaceFirst("HTTP/1.1", "HTTP/1.0");
    }

    private void otherProtocols() {
      raw("HTTP/0.9", "GET /mcp\r\n\r\n", 400, 505);
      raw("a hello of TLS", "\026\003\001\002\0\001\0\001\374\003\003" + word() + "\r\n\r\n", 400);
      raw("SSH", "SSH-2.0-OpenSSH_9.2\r\n\r\n", 400, 505);
      raw("SMTP", "EHLO " + word() + "\r\n\r\n", 400, 505);
      raw("HTTP/2 that goes on as HTTP/1", Http2.PREFACE + "GET /mcp HTTP/1.1\r\n\r\n", 0);
      raw("a frame that is too large", Http2.PREFACE + "\377\377\377\0\0\0\0\0\1", 0);
      raw("half of HTTP/2's beginning", "PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n", 0, 400, 505);
      byte[] noise = new byte[64];
      chance.nextBytes(noise);
      raw("noise", "\002" + new String(noise, ISO_8859_1) + "\r\n\r\n", 400);
    }

    /** Something that has no right form, and may be served or not: each byte may be another. */
    Malformed changed() {
      StringBuilder bytes = new StringBuilder(latin(tool()));
      for (int i = below(4); i >= 0; i--) {
        int at = below(bytes.length());
        switch (below(4)) {
          case 0 -> bytes.setCharAt(at, (char) below(256));
          case 1 -> bytes.deleteCharAt(at);
          case 2 -> bytes.insert(at, (char) below(256));
          default -> bytes.insert(at, oneOf("\r\n", "\n", "\0", ": ", ",", "\"", "{", "%"));
        }
      }
      return new Malformed("changed", bytes.toString(), List.of(), 0, "?");
    }

    private interface Change {
      String of(String bytes);
    }

    private void edit(String what, HttpCall call, Integer... statuses) {
      edit(what, call, bytes -> bytes, statuses);
    }

    private void edit(String what, HttpCall call, Change change, Integer... statuses) {
      raw(what, change.of(latin(call)), statuses);
    }

    private void raw(String what, String bytes, Integer... statuses) {
      made.add(new Malformed(what, bytes, List.of(statuses), 0, ""));
    }

    /** One whose body can be read. */
    private void carrying(String what, HttpCall asked, HttpCall sent, int status, int code) {
      String id = Messages.value(asked.body()).get("id").asString();
      made.add(new Malformed(what, latin(sent), List.of(status), code, id));
    }

    private void mismatch(String what, String edit) {
      HttpCall call = tool();
      int code = edit.contains("2025-11-25") ? 0 : HEADER_MISMATCH;
      carrying(what, call, call.edited(edit), 400, code);
    }

    private void body(String what, String body, int code, String id) {
      String text = body.contains("\"") ? body : body.replace('\'', '"');
      String head = latin(tool().withBody(""));
      String bytes =
          head.replaceFirst("\r\n\r\n", "\r\nContent-Length: " + text.length() + "\r\n\r\n") + text;
      made.add(new Malformed("body: " + what, bytes, List.of(400), code, id));
    }

    private void length(String what, String fields) {
      String bytes = latin(tool());
      raw(what, bytes.replaceFirst("Content-Length: \\d+", fields), 400, 501);
    }

    private void chunks(String what, String chunks) {
      String head = latin(tool().withBody("").header("Transfer-Encoding", "chunked"));
      raw(what, head.substring(0, head.indexOf("\r\n\r\n") + 4) + chunks, 400);
    }

    private static String host(String bytes, String other) {
      return bytes.replaceFirst("Host: [^\r]*", "Host: " + other);
    }

    private HttpCall call() {
      return modern(request("tools/list", Json.object()));
    }

    private HttpCall tool() {
      return tool(envelope -> {});
    }

    private interface Edit {
      void on(ObjectNode envelope);
    }

    private HttpCall tool(Edit edit) {
      ObjectNode params = Messages.callTool("hello", "{}");
      ObjectNode envelope = params.putObject("_meta");
      envelope.setAll(Revision.V2026_07_28.envelope());
      edit.on(envelope);
      return HttpCall.modern(request("tools/call", params));
    }

    private HttpCall modern(ObjectNode request) {
      request
          .withObjectProperty("params")
          .withObjectProperty("_meta")
          .setAll(Revision.V2026_07_28.envelope());
      return HttpCall.modern(request);
    }

    private static HttpCall legacy(ObjectNode request) {
      return HttpCall.post(Revision.V2025_11_25, Json.text(request));
    }

    private ObjectNode request(String method, ObjectNode params) {
      return Messages.request(1_000_000 + ++ids, method, params);
    }

    private String latin(HttpCall call) {
      return new String(call.bytes(host), ISO_8859_1);
    }

    private static String text(HttpCall call) {
      return call.body();
    }

    private int below(int bound) {
      return chance.nextInt(bound);
    }

    private String word() {
      return Stream.generate(() -> String.valueOf((char) ('a' + below(26))))
          .limit(4 + below(8))
          .reduce("q", String::concat);
    }

    private String oneOf(String... texts) {
      return texts[below(texts.length)];
    }

    private static String encoded(String text) {
      return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }
  }
}
