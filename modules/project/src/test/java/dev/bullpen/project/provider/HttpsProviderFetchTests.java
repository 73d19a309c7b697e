package dev.bullpen.project.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fuzz.Rounds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code providers/https.sh} with the real curl, and a server that speaks TLS. */
@Timeout(60)
@Tag("slow")
class HttpsProviderFetchTests {
  private static final String URI = "https://files.example/a%20b?c";

  @TempDir Path folder;
  private TlsServer server;
  private HttpsProvider provider;

  private final List<TlsServer> servers = new ArrayList<>();
  private final List<HttpsProvider> providers = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (HttpsProvider each : providers) {
      assertEquals(List.of(), each.left());
    }
    for (TlsServer each : servers) {
      each.close();
    }
  }

  @Test
  void content_comes_byte_for_byte_and_the_request_says_who_asks() throws Exception {
    answering("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\na\0\u00e9\n\r\n")
        .with("MCPBASH_HTTPS_USER_AGENT", "tester/1");

    assertEquals(new Ran(0, "a\0\u00e9\n\r\n", ""), provider.read(URI));
    List<String> head = server.request().lines();
    assertEquals("GET /a%20b?c HTTP/1.1", head.get(0));
    assertTrue(head.contains("Host: files.example"), head::toString);
    assertTrue(head.contains("User-Agent: tester/1"), head::toString);
    assertTrue(head.contains("Accept-Encoding: identity"), head::toString);
    assertEquals(List.of("files.example"), server.names());
  }

  @ParameterizedTest
  @CsvSource({
    "404 Not Found, 5, HTTP error: 404",
    "500 Oh, 5, HTTP error: 500",
    "206 Partial Content, 5, HTTP error: 206",
    "301 Moved, 7, redirect:/there?x=1",
    "302 Found, 7, redirect:/there?x=1",
  })
  void what_is_no_content_is_reported(String status, int exitCode, String message)
      throws Exception {
    answering("HTTP/1.1 " + status + "\r\nlocation:  /there?x=1 \r\nContent-Length: 2\r\n\r\nno");

    assertEquals(new Ran(exitCode, "", message + "\n"), provider.read(URI));
    server.request();
    assertTrue(!server.wasAsked(), "it was asked again");
  }

  @ParameterizedTest
  @CsvSource({"9, 6", "10, 0", "11, 0"})
  void content_is_as_long_as_allowed_at_most(String allowed, int exitCode) throws Exception {
    for (String length : List.of("Content-Length: 10\r\n", "")) {
      answering("HTTP/1.1 200 OK\r\nConnection: close\r\n" + length + "\r\n0123456789")
          .with("MCPBASH_HTTPS_MAX_BYTES", allowed);
      Ran ran = provider.read(URI);

      assertEquals(exitCode == 0 ? "0123456789" : "", ran.out());
      assertEquals(
          exitCode == 0 ? "" : "The content is larger than " + allowed + " bytes\n", ran.err());
      assertEquals(exitCode, ran.exitCode());
    }
  }

  @Test
  void content_without_end_is_not_taken_in() throws Exception {
    serving(
            (request, out) -> {
              out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes());
              byte[] more = new byte[65_536];
              while (true) {
                out.write(more);
              }
            })
        .with("MCPBASH_HTTPS_MAX_BYTES", "100000");

    assertEquals(new Ran(6, "", "The content is larger than 100000 bytes\n"), provider.read(URI));
  }

  private static final List<String> BEGINNINGS =
      List.of(
          "",
          "HTTP/1.1 200 O",
          "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: ");

  @Test
  void an_answer_that_does_not_come_is_waited_for_as_long_as_configured() throws Exception {
    List<FutureTask<Ran>> all = new ArrayList<>();
    for (String beginning : BEGINNINGS) {
      HttpsProvider waiting =
          new HttpsProvider(folder.resolve("waiting" + all.size()))
              .connectingTo(serve(unfinished(beginning)))
              .with("MCPBASH_HTTPS_ALLOW_ALL", "true")
              .with("MCPBASH_HTTPS_TIMEOUT", "2");
      providers.add(waiting);
      FutureTask<Ran> reading = new FutureTask<>(() -> waiting.read(URI));
      new Thread(reading, "reads").start();
      all.add(reading);
    }
    for (FutureTask<Ran> each : all) {
      assertEquals(
          new Ran(5, "", "No complete answer from files.example in 2 seconds\n"), each.get());
    }
  }

  private static TlsServer.Conduct unfinished(String beginning) {
    return (request, out) -> {
      out.write(beginning.getBytes());
      while (!beginning.isEmpty()) {
        out.write('x');
        Thread.sleep(20);
      }
      Thread.sleep(60_000);
    };
  }

  static Stream<String> unpackings() {
    return Rounds.every(
        2,
        List.of(
            "Content-Encoding: gzip\r\nContent-Length: 2",
            "content-encoding: identity\r\nContent-Encoding: br\r\nContent-Length: 2",
            "Content-Encoding: identity, gzip\r\nContent-Length: 2",
            "Transfer-Encoding: gzip\r\nConnection: close",
            "Transfer-Encoding: gzip, chunked",
            "Transfer-Encoding: identity\r\nConnection: close"))
        .stream();
  }

  @ParameterizedTest
  @MethodSource("unpackings")
  void content_that_unpacks_itself_is_refused(String head) throws Exception {
    answering("HTTP/1.1 200 OK\r\n" + head + "\r\n\r\nxx");
    Ran ran = provider.read(URI);

    assertEquals(5, ran.exitCode());
    assertEquals("", ran.out());
  }

  static Stream<String> uncertainLengths() {
    return Rounds.every(
        2,
        List.of(
            "Content-Length: 3\r\nContent-Length: 5",
            "Content-Length: 5\r\nContent-Length: 3",
            "Content-Length: 3, 5",
            "Content-Length: 5x",
            "Content-Length: -5",
            "Content-Length: +5",
            "Content-Length:",
            "Content-Length : 5",
            "Content-Length: 5\r\n Content-Length: 3",
            "Content-Length: 12345678901234567890",
            "Content-Length: 6"))
        .stream();
  }

  @ParameterizedTest
  @MethodSource("uncertainLengths")
  void content_of_no_certain_length_is_refused(String head) throws Exception {
    answering("HTTP/1.1 200 OK\r\nConnection: close\r\n" + head + "\r\n\r\nhello");
    Ran ran = provider.read(URI);

    assertTrue(ran.exitCode() == 5 || ran.exitCode() == 6, ran.toString());
    assertEquals("", ran.out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5",
        "Content-Length: 5\r\nContent-Length: 5",
        "Content-Encoding: identity\r\nContent-Length: 5",
        "Connection: close",
      })
  void content_of_one_length_is_read(String head) throws Exception {
    answering("HTTP/1.1 200 OK\r\n" + head + "\r\n\r\nhello");

    assertEquals(new Ran(0, "hello", ""), provider.read(URI));
  }

  @Test
  void chunks_are_put_together() throws Exception {
    answering(
        "HTTP/1.1 100 Continue\r\nContent-Length: 1\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n");

    assertEquals(new Ran(0, "hello", ""), provider.read(URI));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hello",
        "SSH-2.0-x\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx"
      })
  void what_is_no_http_is_no_content(String answer) throws Exception {
    answering(answer);
    Ran ran = provider.read(URI);

    assertEquals(5, ran.exitCode(), ran.toString());
    assertEquals("", ran.out());
    server.request();
    assertTrue(!server.wasAsked(), "it was asked again");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 'X-Filler: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy~'",
    "'X-Filler: ', yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy",
    "'Transfer-Encoding: chunked~~', '1~x~'",
    "'Content-Length: 99999999999~~', yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy",
  })
  void nothing_that_has_no_end_is_taken_in(String beginning, String more) throws Exception {
    byte[] again = more.replace("~", "\r\n").repeat(100).getBytes();
    serving(
            (request, out) -> {
              out.write(("HTTP/1.1 200 OK\r\n" + beginning.replace("~", "\r\n")).getBytes());
              while (again.length > 0) {
                out.write(again);
              }
            })
        .with("MCPBASH_HTTPS_MAX_BYTES", "1000")
        .with("MCPBASH_HTTPS_TIMEOUT", "60");
    Ran ran = provider.read(URI);

    assertTrue(ran.exitCode() == 5 || ran.exitCode() == 6, ran.toString());
    assertTrue(!ran.message().contains("60 seconds"), ran.err());
    assertEquals("", ran.out());
  }

  @Test
  void a_certificate_for_another_host_is_refused() throws Exception {
    answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    Ran ran = provider.read("https://other.example/");

    assertEquals(5, ran.exitCode());
    assertTrue(ran.err().startsWith("No answer from other.example ("), ran.err());
    assertEquals(1, ran.err().lines().count(), ran.err());
    assertTrue(!server.wasAsked());
  }

  @ParameterizedTest
  @ValueSource(strings = {"https_proxy", "HTTPS_PROXY", "ALL_PROXY"})
  void neither_proxies_nor_settings_nor_stored_passwords_are_used(String proxy) throws Exception {
    answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nSet-Cookie: a=b\r\n\r\nok")
        .with(proxy, "http://127.0.0.1:9/");
    Files.writeString(folder.resolve(".curlrc"), "user-agent = \"curlrc\"\nnetrc\n");
    Files.writeString(folder.resolve(".netrc"), "machine files.example login a password b\n");

    assertEquals(new Ran(0, "ok", ""), provider.read(URI));
    String head = String.join("\n", server.request().lines());
    assertTrue(!head.contains("curlrc") && !head.contains("Authorization"), head);
  }

  private HttpsProvider answering(String text) throws Exception {
    return serving(TlsServer.saying(text));
  }

  private HttpsProvider serving(TlsServer.Conduct conduct) throws Exception {
    server = serve(conduct);
    provider = new HttpsProvider(folder).connectingTo(server);
    providers.add(provider);
    return provider.with("MCPBASH_HTTPS_ALLOW_ALL", "true");
  }

  private TlsServer serve(TlsServer.Conduct conduct) throws Exception {
    TlsServer started = TlsServer.start(conduct);
    servers.add(started);
    return started;
  }
}
