package dev.bullpen.http.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeadTests {
  private static final int SECONDS = 10;

  private final BlockingQueue<Head> heads = new LinkedBlockingQueue<>();
  private final Server server = new Server();
  private final ServerConnector connector = new ServerConnector(server);

  @BeforeEach
  void listen() throws Exception {
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback) {
            heads.add(Head.of(request));
            callback.succeeded();
            return true;
          }
        });
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    server.stop();
  }

  private String answer(String... lines) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", connector.getLocalPort())) {
      socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(SECONDS));
      String text = String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  private Head head(String... lines) throws Exception {
    String answer = answer(lines);
    assertTrue(answer.startsWith("HTTP/1.1 200"), answer);
    return Optional.ofNullable(heads.poll(SECONDS, TimeUnit.SECONDS)).orElseThrow();
  }

  @Test
  void a_request_is_read_into_its_parts() throws Exception {
    Head head =
        head(
            "POST /mcp?a=b HTTP/1.1",
            "Host: LocalHost:8080",
            "Origin: http://app.example",
            "Authorization: Bearer abc",
            "Content-Length: 0");
    assertEquals("POST", head.method());
    assertEquals(List.of("localhost:8080"), head.hosts());
    assertEquals(Optional.of("http://app.example"), head.origin());
    assertEquals(Optional.of("a=b"), head.query());
    assertEquals(Optional.of("Bearer abc"), head.authorization());
    assertEquals("127.0.0.1", head.source());
  }

  @Test
  void what_is_not_there_is_empty() throws Exception {
    Head head = head("GET / HTTP/1.1", "Host: a");
    assertEquals(Optional.empty(), head.origin());
    assertEquals(Optional.empty(), head.query());
    assertEquals(Optional.empty(), head.authorization());
    assertEquals(List.of("a"), head.hosts());
  }

  @Test
  void a_field_that_stands_twice_is_no_field_that_is_allowed() throws Exception {
    Head head =
        head(
            "GET / HTTP/1.1",
            "Host: a",
            "Origin: http://one.example",
            "Origin: http://two.example",
            "Authorization: Bearer one",
            "Authorization: Bearer two");
    assertEquals(Optional.of("http://one.example, http://two.example"), head.origin());
    assertEquals(Optional.of("Bearer one, Bearer two"), head.authorization());
  }

  @Test
  void the_host_of_an_absolute_target_counts_too() throws Exception {
    assertEquals(
        List.of("evil.example"),
        head("GET http://evil.example/mcp HTTP/1.1", "Host: evil.example").hosts());
    String other = answer("GET http://evil.example/mcp HTTP/1.1", "Host: localhost:8080");
    assertTrue(other.startsWith("HTTP/1.1 400"), other); // Jetty's own rule
  }

  @Test
  void a_default_port_may_be_missing_in_one_of_the_hosts() throws Exception {
    assertEquals(
        List.of("localhost", "localhost:80"), head("GET / HTTP/1.1", "Host: localhost:80").hosts());
  }

  @Test
  void a_source_is_an_address_or_the_network_of_one() throws Exception {
    assertEquals("192.0.2.7", Head.source(new InetSocketAddress("192.0.2.7", 1)));
    assertEquals(
        "2001:db8:1:2:0:0:0:0/64", Head.source(new InetSocketAddress("2001:db8:1:2:3::4", 1)));
    assertEquals(
        Head.source(new InetSocketAddress("2001:db8:1:2::1", 1)),
        Head.source(new InetSocketAddress("2001:db8:1:2:ffff::2", 2)));
    assertEquals("0:0:0:0:0:0:0:1", Head.source(new InetSocketAddress("::1", 1)));
    assertEquals("Unix socket", Head.source(UnixDomainSocketAddress.of("")));
  }
}
