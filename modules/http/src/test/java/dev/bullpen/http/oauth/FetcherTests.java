package dev.bullpen.http.oauth;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FetcherTests {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String HEAD = "HTTP/1.1 200 OK\r\nConnection: close\r\n";

  private final AtomicInteger connections = new AtomicInteger();
  private ServerSocket server;

  /** What a server does with a connection when it has read the head of a request. */
  private interface Answer {
    void write(Socket socket) throws IOException, InterruptedException;
  }

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private URI serve(Answer answer) {
    Thread thread =
        new Thread(
            () -> {
              while (true) {
                try (Socket socket = server.accept()) {
                  connections.incrementAndGet();
                  readHead(socket.getInputStream());
                  answer.write(socket);
                } catch (IOException | InterruptedException e) {
                  if (server.isClosed()) {
                    return;
                  }
                }
              }
            },
            "server");
    thread.setDaemon(true);
    thread.start();
    return URI.create("http://127.0.0.1:%d/keys".formatted(server.getLocalPort()));
  }

  private static void readHead(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int octet = in.read();
      if (octet < 0) {
        return;
      }
      head.append((char) octet);
    }
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void a_fetch_succeeds_although_the_client_of_the_one_before_it_has_ended() throws Exception {
    URI uri = serve(socket -> text(socket, HEAD + "Content-Length: 2\r\n\r\n{}"));
    Fetcher fetcher = new Fetcher(PATIENCE);
    fetcher.fetch(uri);
    endClients();
    assertArrayEquals(new byte[] {'{', '}'}, fetcher.fetch(uri));
  }

  @Tag("slow")
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void a_fetch_ends_in_time_although_its_client_has_ended() {
    URI uri =
        serve(
            socket -> {
              endClients();
              while (socket.getInputStream().read() >= 0) {}
            });
    assertTrue(fault(Duration.ofSeconds(2), uri).contains(uri.toString()));
  }

  /** End the JDK's HTTP clients, as an error in their threads does. */
  private static void endClients() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().endsWith("SelectorManager")) {
        thread.interrupt();
        thread.join();
      }
    }
  }

  private static void text(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String fault(Duration patience, URI uri) {
    return assertThrows(IOException.class, () -> new Fetcher(patience).fetch(uri)).getMessage();
  }

  @Test
  void a_document_up_to_the_limit_is_fetched_whole() throws Exception {
    byte[] document = "x".repeat(Fetcher.MAX_BYTES).getBytes(StandardCharsets.US_ASCII);
    URI uri =
        serve(
            socket -> {
              text(socket, HEAD + "\r\n");
              socket.getOutputStream().write(document);
            });
    assertArrayEquals(document, new Fetcher(PATIENCE).fetch(uri));
  }

  @Test
  void a_longer_one_is_not() {
    URI uri = serve(socket -> text(socket, HEAD + "\r\n" + "x".repeat(Fetcher.MAX_BYTES + 1)));
    String fault = fault(PATIENCE, uri);
    assertTrue(fault.contains("longer than 262144 bytes"), fault);
  }

  @Test
  void one_without_end_is_not() {
    URI uri =
        serve(
            socket -> {
              text(socket, HEAD + "\r\n");
              while (true) {
                text(socket, "x".repeat(64 * 1024));
              }
            });
    String fault = fault(PATIENCE, uri);
    assertTrue(fault.contains("longer than 262144 bytes"), fault);
  }

  @Test
  void an_answer_that_does_not_come_is_given_up_and_the_connection_closed() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    URI silent =
        serve(
            socket -> {
              while (socket.getInputStream().read() >= 0) {}
              closed.countDown();
            });
    String fault = fault(Duration.ofSeconds(2), silent);
    assertTrue(fault.contains("did not answer in 2000 ms"), fault);
    assertTrue(closed.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
  }

  @Tag("slow")
  @Test
  void a_body_that_trickles_is_given_up_and_the_connection_closed() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    URI trickling =
        serve(
            socket -> {
              text(socket, HEAD + "\r\n");
              try {
                while (!closed.await(20, TimeUnit.MILLISECONDS)) {
                  text(socket, "x");
                }
              } catch (IOException e) {
                closed.countDown();
              }
            });
    String fault = fault(Duration.ofSeconds(2), trickling);
    assertTrue(fault.contains("did not answer in 2000 ms"), fault);
    assertTrue(closed.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
  }

  @Test
  void a_redirect_is_not_followed() {
    URI uri =
        serve(
            socket ->
                text(
                    socket,
                    "HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
    String fault = fault(PATIENCE, uri);
    assertTrue(fault.endsWith("answered with 302"), fault);
    assertEquals(1, connections.get());
  }

  @Test
  void a_server_that_is_not_there_is_named() throws IOException {
    URI uri = URI.create("http://127.0.0.1:%d/keys".formatted(server.getLocalPort()));
    server.close();
    String fault = fault(PATIENCE, uri);
    assertTrue(fault.contains(uri.toString()) && fault.contains("ConnectException"), fault);
  }
}
