package dev.bullpen.faults.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.faults.http.Proxy.Kind;
import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/**
 * A proxy and the server must see the same requests. The proxy lets no call of a certain tool
 * through; requests that two parsers could read in two ways try to bring one past it. The tool says
 * at the gate that it runs, and after each attempt a client that shares the proxy's connections to
 * the server must get its own answers.
 */
class SmugglingTests {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** For what an attempt answers; some wait for more, or are closed without a word. */
  private static final Duration ANSWER = Duration.ofMillis(Size.repeat(150, 400));

  private static final String COLON = "Transfer-Encoding:";

  private ProxiedServer served;
  private long ids;

  private static void project(ProjectFixture project) {
    project
        .tool("hello", ToolScripts.HELLO)
        .tool(Proxy.FORBIDDEN, ToolScripts.READY + "ready ran\necho marked\n");
  }

  @Test
  @Needs("haproxy")
  void nothing_is_smuggled_past_haproxy() {
    nothing_is_smuggled_past(Kind.HAPROXY);
  }

  @Test
  @Needs("nginx")
  void nothing_is_smuggled_past_nginx() {
    nothing_is_smuggled_past(Kind.NGINX);
  }

  private void nothing_is_smuggled_past(Kind kind) {
    try (ProxiedServer started = ProxiedServer.start(kind, SmugglingTests::project)) {
      served = started;
      control_the_observer_sees_the_call_and_the_proxy_forbids_it();
      String token = served.rig().freshToken();
      int tried = 0;
      for (int round = 0; round < Size.repeat(1, 10); round++) {
        for (Map.Entry<String, String> attempt : http1(token).entrySet()) {
          attempt(attempt.getKey(), served.ports().http1(), attempt.getValue(), token);
          tried++;
        }
        for (Map.Entry<String, String> attempt : http2(token).entrySet()) {
          attempt(attempt.getKey(), served.ports().http2(), attempt.getValue(), token);
          tried++;
        }
      }
      System.out.println("[measured] smuggling past " + kind + ": " + tried + " attempts, none");
    }
  }

  private void control_the_observer_sees_the_call_and_the_proxy_forbids_it() {
    String direct = served.rig().freshToken();
    RawAnswer answer = ask(served.rig().port(), call(Proxy.FORBIDDEN, direct, served.rig().port()));
    assertEquals(200, answer.status(), answer.toString());
    assertTrue(hasRun(direct, PATIENCE), "the observer does not see the call");
    int port = served.ports().http1();
    String forbidden = served.rig().freshToken();
    assertEquals(403, ask(port, call(Proxy.FORBIDDEN, forbidden, port)).status());
    assertEquals(200, ask(port, call("hello", "", port)).status());
    String over2 = Http2.PREFACE + http2Call("hello", 1);
    try (RawConnection connection = RawConnection.tcp(served.ports().http2())) {
      connection.send(over2);
      assertTrue(connection.awaitText("hello\\n", PATIENCE), connection.received());
    }
  }

  private static RawAnswer ask(int port, String request) {
    try (RawConnection connection = RawConnection.tcp(port)) {
      connection.send(request);
      List<RawAnswer> answers = connection.awaitAnswers(1, PATIENCE);
      assertEquals(1, answers.size(), connection.received());
      return answers.get(0);
    }
  }

  private boolean hasRun(String token, Duration within) {
    return !served.rig().gate().await(token, 1, Deadline.in(within)).isEmpty();
  }

  private void attempt(String what, int port, String bytes, String token) {
    try (RawConnection connection = RawConnection.tcp(port)) {
      connection.send(bytes);
      connection.awaitAnswers(1, ANSWER);
      for (int i = 0; i < 3; i++) { // more than the connections that may be poisoned
        String asked = Long.toString(2_000_000 + ids);
        RawAnswer own = ask(served.ports().http1(), question(served.ports().http1()));
        assertEquals(asked, own.id(), what + ": another's answer, " + own);
        assertEquals(200, own.status(), what + ": " + own);
      }
      assertTrue(!hasRun(token, Duration.ZERO), what + " was smuggled: " + connection.received());
      assertTrue(!connection.received().contains("marked"), what);
    }
  }

  /** A whole request of 2026-07-28. */
  private String call(String tool, String token, int port) {
    return new String(httpCall(tool, token).bytes("127.0.0.1:" + port), ISO_8859_1);
  }

  /** What is answered without a script. */
  private String question(int port) {
    ObjectNode params = Json.object();
    params.set("_meta", Revision.V2026_07_28.envelope());
    HttpCall call = HttpCall.modern(Messages.request(2_000_000 + ids++, "server/discover", params));
    return new String(call.bytes("127.0.0.1:" + port), ISO_8859_1);
  }

  private HttpCall httpCall(String tool, String token) {
    ObjectNode params = Messages.callTool(tool, "{'token':'" + token + "'}");
    params.set("_meta", Revision.V2026_07_28.envelope());
    return HttpCall.modern(Messages.request(2_000_000 + ids++, "tools/call", params));
  }

  private Map<String, String> http1(String token) {
    int port = served.ports().http1();
    String inner = call(Proxy.FORBIDDEN, token, port);
    String chunkedInner = "0\r\n\r\n" + inner;
    HttpCall outer = httpCall("hello", "");
    String body = outer.body();
    String head =
        new String(outer.withBody("").bytes("127.0.0.1:" + port), ISO_8859_1).stripTrailing();
    Map<String, String> all = new LinkedHashMap<>();

    // Which of the two counts?
    String both = head + "\r\nContent-Length: " + chunkedInner.length() + "\r\n";
    for (String coding : codings()) {
      all.put("CL.TE " + shown(coding), both + coding + "\r\n\r\n" + chunkedInner);
      String whole = Integer.toHexString(inner.length()) + "\r\n" + inner + "\r\n0\r\n\r\n";
      int first = whole.indexOf("\r\n") + 2;
      all.put(
          "TE.CL " + shown(coding),
          head + "\r\n" + coding + "\r\nContent-Length: " + first + "\r\n\r\n" + whole);
      all.put(
          "TE.TE " + shown(coding),
          head + "\r\nTransfer-Encoding: chunked\r\n" + coding + "\r\n\r\n" + chunkedInner);
      all.put("TE alone " + shown(coding), head + "\r\n" + coding + "\r\n\r\n" + chunkedInner);
    }

    // How long is it?
    String long0 = Integer.toString(inner.length());
    for (List<String> lengths :
        List.of(
            List.of("0", long0),
            List.of(long0, "0"),
            List.of("+" + long0),
            List.of("-0"),
            List.of("0" + long0),
            List.of(long0 + ", 0"),
            List.of("0, " + long0),
            List.of(long0 + " 0"),
            List.of("0x0"),
            List.of("\013" + long0))) {
      StringBuilder fields = new StringBuilder();
      lengths.forEach(one -> fields.append("\r\nContent-Length: ").append(one));
      all.put("lengths " + lengths, head + fields + "\r\n\r\n" + inner);
    }
    for (String name :
        List.of("Content_Length", "Content-Length ", " Content-Length", "Content-Length\0")) {
      all.put("name " + shown(name), head + "\r\n" + name + ": " + long0 + "\r\n\r\n" + inner);
    }
    // A body that the method has none of, and one that nobody expects (CL.0).
    for (String method : List.of("GET", "HEAD", "OPTIONS", "DELETE", "PUT", "TRACE")) {
      String start = head.replaceFirst("POST", method);
      String hidden = start + "\r\nContent-Length: " + inner.length() + "\r\n\r\n" + inner;
      all.put("CL.0 " + method, hidden);
      all.put(
          "chunks " + method,
          start + "\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(inner) + "0\r\n\r\n");
    }
    for (String expect : List.of("100-continue", "x", "\r\n 100-continue", "y 100-continue")) {
      all.put(
          "expect " + shown(expect),
          head + "\r\nExpect: " + expect + "\r\nContent-Length: " + long0 + "\r\n\r\n" + inner);
    }
    String old = head.replaceFirst("HTTP/1.1", "HTTP/1.0");
    all.put("HTTP/1.0", old + "\r\nTransfer-Encoding: chunked\r\n\r\n" + chunkedInner);
    all.put(
        "HTTP/1.0 kept",
        old + "\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n" + chunkedInner);

    // Where does a chunk end?
    String te = head + "\r\nTransfer-Encoding: chunked\r\n\r\n";
    String size = Integer.toHexString(body.length());
    for (String extension :
        List.of(
            ";a\n",
            ";a=b\n" + inner,
            ";\r",
            ";a=\"\r\n0\r\n\r\n" + inner + "\"",
            "\n",
            " ",
            "\0")) {
      all.put(
          "chunk extension " + shown(extension),
          te + size + extension + "\r\n" + body + "\r\n0\r\n\r\n" + inner.substring(0, 0));
      all.put(
          "last chunk extension " + shown(extension),
          te + size + "\r\n" + body + "\r\n0" + extension + inner + "\r\n\r\n");
    }
    for (String other :
        List.of("0x" + size, "+" + size, "-1", "100000000" + size, size + "_", "")) {
      all.put("chunk size " + other, te + other + "\r\n" + body + "\r\n0\r\n\r\n");
      all.put("chunk size, then " + other, te + "0" + other + "\r\n\r\n" + inner);
    }
    all.put("chunks without line ends", te + size + "\r\n" + body + "XX0\r\n\r\n");
    all.put(
        "trailer",
        te
            + size
            + "\r\n"
            + body
            + "\r\n0\r\nContent-Length: "
            + long0
            + "\r\nMcp-Name: mark\r\n\r\n");
    all.put(
        "trailer that is one",
        te + size + "\r\n" + body + "\r\n0\r\nX: a\n\n" + inner + "\r\n\r\n");

    // Where does a field end?
    String named =
        new String(httpCall(Proxy.FORBIDDEN, token).bytes("127.0.0.1:" + port), ISO_8859_1);
    for (String before : List.of("\n", "\r", "\0", "\013", "\f", "\u0085", "\r\r\n", "\n\n")) {
      all.put(
          "hidden field " + shown(before),
          named.replaceFirst("\r\nMcp-Name", "\r\nX-A: b" + before + "Mcp-Name"));
      all.put(
          "hidden request " + shown(before),
          head + "\r\nX-A: b" + before + "\r\n" + before + inner + "\r\n\r\n");
    }
    for (String name :
        List.of(
            "Mcp-Name ", "Mcp-Name\t", " Mcp-Name", "Mcp_Name", "Mcp-Name\0", "X\r\n Mcp-Name")) {
      all.put("name " + shown(name), named.replaceFirst("Mcp-Name", name));
    }
    all.put("twice", named.replaceFirst("Mcp-Name", "Mcp-Name: hello\r\nMcp-Name"));
    all.put("twice, turned", named.replaceFirst("(Mcp-Name: mark)", "$1\r\nMcp-Name: hello"));
    all.put("folded", named.replaceFirst("Mcp-Name: ", "Mcp-Name:\r\n "));
    all.put("target", named.replaceFirst("POST /mcp", "POST /mcp HTTP/1.1\r\nX:"));
    return all;
  }

  private static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }

  /** Ways to write the coding that one side may overlook. */
  private static List<String> codings() {
    List<String> all = new ArrayList<>();
    for (String value :
        List.of(
            " chunked",
            " xchunked",
            "\tchunked",
            " chunked ",
            "\013chunked",
            " \"chunked\"",
            " CHUNKED",
            " chunked, identity",
            " identity, chunked",
            " identity",
            " chunked\0",
            " chunke\u00e4",
            "\u00a0chunked",
            ",chunked",
            " chunked;q=1",
            "\r\n chunked",
            "\n\tchunked",
            " gzip, chunked",
            " chunked, chunked",
            " x\r\nTransfer-Encoding: chunked")) {
      all.add(COLON + value);
    }
    for (String name :
        List.of(
            "Transfer-Encoding :",
            "Transfer-Encoding\t:",
            " Transfer-Encoding:",
            "Transfer_Encoding:",
            "X: y\nTransfer-Encoding:",
            "X: y\rTransfer-Encoding:",
            "Transfer-Encoding\0:",
            "TRANSFER-ENCODING:",
            "Transfer\u2010Encoding:".replace('\u2010', '\u00ad'))) {
      all.add(name + " chunked");
    }
    return all;
  }

  private String http2Call(String tool, int stream) {
    HttpCall call = httpCall(tool, "");
    return Http2.request(stream, call.body(), fields(call));
  }

  private String[] fields(HttpCall call, String... more) {
    return Http2.fields(call, served.ports().hosts().get(1), more);
  }

  /** What HTTP/2 can carry and HTTP/1.1 cannot: it must not become two requests on the way. */
  private Map<String, String> http2(String token) {
    String inner = call(Proxy.FORBIDDEN, token, served.ports().http1());
    HttpCall outer = httpCall("hello", "");
    String long0 = Integer.toString(inner.length());
    Map<String, String> all = new LinkedHashMap<>();
    Map<String, String[]> more = new LinkedHashMap<>();
    more.put("H2.CL short", new String[] {"content-length", "0"});
    more.put("H2.CL long", new String[] {"content-length", long0 + "0"});
    more.put("H2.CL twice", new String[] {"content-length", "0", "content-length", long0});
    more.put("H2.TE", new String[] {"transfer-encoding", "chunked"});
    more.put(
        "H2.TE twice", new String[] {"transfer-encoding", "x", "transfer-encoding", "chunked"});
    for (String end : List.of("\r\n", "\n", "\r", "\0")) {
      more.put(
          "H2 value " + shown(end), new String[] {"x-a", "b" + end + "Transfer-Encoding: chunked"});
      more.put("H2 value, request " + shown(end), new String[] {"x-a", "b" + end + end + inner});
      more.put(
          "H2 name " + shown(end), new String[] {"x-a: b" + end + "transfer-encoding", "chunked"});
      more.put("H2 mark " + shown(end), new String[] {"x-a", "b" + end + "Mcp-Name: mark"});
    }
    more.put("H2 name with a colon", new String[] {"transfer-encoding:", "chunked"});
    more.put("H2 name in capitals", new String[] {"Transfer-Encoding", "chunked"});
    more.put("H2 connection", new String[] {"connection", "transfer-encoding"});
    more.put("H2 second path", new String[] {":path", "/mcp HTTP/1.1\r\nX: y"});
    more.put("H2 late method", new String[] {":method", "GET"});
    more.put("H2 host", new String[] {"host", "other"});
    more.forEach(
        (what, fields) -> {
          String body = "0\r\n\r\n" + inner;
          all.put(what, Http2.PREFACE + Http2.request(1, body, fields(outer, fields)));
          all.put(
              what + ", a call",
              Http2.PREFACE + Http2.request(1, outer.body(), fields(outer, fields)));
        });
    for (int pseudo : List.of(1, 3, 5, 7)) {
      String[] fields = fields(outer);
      fields[pseudo] += " HTTP/1.1\r\nTransfer-Encoding: chunked\r\nX: y";
      all.put(
          "H2 " + fields[pseudo - 1],
          Http2.PREFACE + Http2.request(1, "0\r\n\r\n" + inner, fields));
    }
    return all;
  }

  private static String shown(String bytes) {
    return Json.text(Json.object().put("", bytes)).replaceAll("^\\{\"\":|}$", "");
  }
}
