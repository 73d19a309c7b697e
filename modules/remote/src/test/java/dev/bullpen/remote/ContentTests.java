package dev.bullpen.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.remote.FetchException.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes back, for whatever a server answers. */
@Timeout(60)
class ContentTests {
  private final Fetching fetching = new Fetching();

  @Test
  void content_of_a_known_length_is_handed_over() throws Exception {
    try (TlsServer server =
        TlsServer.start(TlsServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"))) {
      assertEquals("hello", fetching.text(server, "/a?b=c"));
    }
  }

  @Test
  void chunks_are_put_together() throws Exception {
    try (TlsServer server =
        TlsServer.start(
            TlsServer.saying(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"))) {
      assertEquals("hello", fetching.text(server, "/"));
    }
  }

  @Test
  void content_without_a_length_ends_with_the_connection() throws Exception {
    try (TlsServer server = TlsServer.start(TlsServer.saying("HTTP/1.0 200 OK\r\n\r\nhello"))) {
      assertEquals("hello", fetching.text(server, "/"));
    }
  }

  @Test
  void the_request_says_what_is_wanted_and_nothing_about_who_asks() throws Exception {
    try (TlsServer server =
        TlsServer.start(TlsServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))) {
      fetching.text(server, "/a%20b/\u00e4?q=1#part");

      List<String> lines = server.request().lines();
      assertEquals("GET /a%20b/%C3%A4?q=1 HTTP/1.1", lines.get(0));
      assertEquals(
          List.of(
              "Accept-Encoding: identity",
              "Accept: */*",
              "Cache-Control: no-cache",
              "Connection: close",
              "Host: files.example:" + server.port(),
              "Pragma: no-cache",
              "User-Agent: test-agent"),
          lines.stream().skip(1).sorted().toList());
    }
  }

  @Test
  void each_fetch_has_a_connection_of_its_own_and_closes_it() throws Exception {
    try (TlsServer server =
        TlsServer.start(
            (request, out) -> {
              out.write(
                  "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok"
                      .getBytes(StandardCharsets.ISO_8859_1));
              out.flush();
              int next = request.body().read();
              throw new IOException(next < 0 ? "left" : "asked again");
            })) {
      for (int i = 0; i < 2; i++) {
        assertEquals("ok", fetching.text(server, "/"));
        assertFalse(server.ended().contains("asked again"));
      }
      assertEquals(List.of("files.example", "files.example"), server.names());
    }
  }

  @Test
  void a_server_that_hangs_up_is_not_asked_twice() throws Exception {
    try (TlsServer server = TlsServer.start(TlsServer.saying(""))) {
      FetchException refused = fetching.refused(server, "/");

      assertEquals(Kind.NETWORK, refused.kind());
      assertEquals("No answer from files.example", refused.getMessage());
      server.request();
      assertFalse(server.wasAsked());
    }
  }

  @Test
  void content_that_ends_early_is_none() throws Exception {
    try (TlsServer server =
        TlsServer.start(TlsServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"))) {
      FetchException refused = fetching.refused(server, "/");

      assertEquals(Kind.NETWORK, refused.kind());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "5\r\nContent-Length: 5", "5, 5"})
  void what_follows_the_announced_content_is_none_of_it(String length) throws Exception {
    try (TlsServer server =
        TlsServer.start(
            TlsServer.saying(
                "HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\nhello and more"))) {
      assertEquals("hello", fetching.text(server, "/"));
    }
  }

  @Test
  void chunks_without_an_end_are_none() throws Exception {
    try (TlsServer server =
        TlsServer.start(
            TlsServer.saying(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"))) {
      assertEquals(Kind.NETWORK, fetching.refused(server, "/").kind());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp is what this is\r\n\r\n",
        "\r\n\r\n",
        "HTTP/1.1\r\n\r\n",
        "HTTP/1.1 abc\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nx",
        "HTTP/1.1 200 OK\r\ncontent-encoding: identity\r\ncontent-encoding: br\r\n\r\nx",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: 3, 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: 12345678901234567890\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a number\r\n",
      })
  void what_is_not_a_plain_answer_is_refused(String answer) throws Exception {
    try (TlsServer server = TlsServer.start(TlsServer.saying(answer))) {
      assertEquals(Kind.NETWORK, fetching.refused(server, "/").kind());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void redirects_are_told_and_not_followed(int status) throws Exception {
    try (TlsServer server =
        TlsServer.start(
            TlsServer.saying(
                "HTTP/1.1 %d Moved\r\nLocation: https://files.example/b?key=k\r\n\r\n"
                    .formatted(status)))) {
      FetchException refused = fetching.refused(server, "/");

      assertEquals(Kind.HTTP_STATUS, refused.kind());
      assertTrue(refused.getMessage().contains("redirect (" + status + ")"));
      assertEquals("redirect: https://files.example/b?...", refused.detail());
      server.request();
      assertFalse(server.wasAsked());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {206, 400, 401, 403, 404, 407, 429, 500, 503, 599})
  void errors_are_told_with_their_number(int status) throws Exception {
    try (TlsServer server =
        TlsServer.start(
            TlsServer.saying(
                ("HTTP/1.1 %d Such\r\nWWW-Authenticate: Basic realm=\"r\"\r\n"
                        + "Proxy-Authenticate: Basic realm=\"r\"\r\nContent-Length: 4\r\n\r\nbody")
                    .formatted(status)))) {
      FetchException refused = fetching.refused(server, "/");

      assertEquals(Kind.HTTP_STATUS, refused.kind());
      assertEquals("HTTP error: " + status, refused.getMessage());
      server.request();
      assertFalse(server.wasAsked());
    }
  }
}
