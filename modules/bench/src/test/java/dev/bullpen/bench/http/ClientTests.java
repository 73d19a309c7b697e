package dev.bullpen.bench.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client understands the forms that answers have, and takes no error for one. */
class ClientTests {
  private static final String RESULT = "{\"id\":1,\"result\":{}}";

  /** Gives each request on a connection this answer, or, if it is empty, closes the connection. */
  private record Scripted(ServerSocket socket, String answer) implements AutoCloseable {
    static Scripted start(String answer) throws IOException {
      Scripted server =
          new Scripted(new ServerSocket(0, 9, InetAddress.getLoopbackAddress()), answer);
      Thread thread = new Thread(server::serve, "scripted server");
      thread.setDaemon(true);
      thread.start();
      return server;
    }

    private void serve() {
      try {
        while (true) {
          try (Socket connection = socket.accept()) {
            while (hasRequest(connection.getInputStream()) && !answer.isEmpty()) {
              connection.getOutputStream().write(answer.getBytes(ISO_8859_1));
            }
          }
        }
      } catch (IOException closed) {
        // by close()
      }
    }

    /** A request ends with the end of its JSON, as the client sends it in one piece. */
    private static boolean hasRequest(InputStream input) throws IOException {
      byte[] some = new byte[4096];
      int read = input.read(some);
      return read > 0 && some[read - 1] == '}';
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private static Load ask(String answer) throws IOException {
    try (Scripted server = Scripted.start(answer)) {
      Client client = Client.greet(server.socket().getLocalPort(), Era.MODERN);
      return Load.run(List.of(client), Ask.CALL, Duration.ofMillis(1));
    }
  }

  private static String document(String status, String body) {
    return "HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n%s".formatted(status, body.length(), body);
  }

  @Test
  void a_document_is_an_answer() throws IOException {
    assertTrue(ask(document("200 OK", RESULT)).perSecond() > 0);
  }

  @Test
  void an_event_in_chunks_is_an_answer() throws IOException {
    String chunk = "%x\r\n%s\r\n";
    String answer =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            + chunk.formatted(6, "data: ")
            + chunk.formatted(RESULT.length() + 2, RESULT + "\n\n")
            + chunk.formatted(0, "");
    assertTrue(ask(answer).perSecond() > 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"error\":{}}", "{\"result\":{\"isError\":true}}"})
  void an_error_ends_the_measurement(String body) {
    assertThrows(IOException.class, () -> ask(document("200 OK", body)));
  }

  @Test
  void so_does_a_status_of_an_error() {
    assertThrows(IOException.class, () -> ask(document("404 Not Found", RESULT)));
  }

  @Test
  void so_does_a_connection_that_is_closed() {
    assertThrows(IOException.class, () -> ask(""));
  }
}
