package dev.bullpen.http.connection;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.http.connection.WaitingHandler.Exchange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client that takes its time does not take the server's. */
@Timeout(60)
@Tag("slow")
class SlowClientsTests {
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration TRICKLE = Duration.ofMillis(200);
  private static final ConnectionLimits ROOMY =
      new ConnectionLimits(100, 100, LONG, LONG, 0, LONG, LONG);
  private static final String HEAD = "POST / HTTP/1.1\r\nHost: localhost\r\n";

  private static TestServer open(Handler handler, ConnectionLimits limits) throws IOException {
    return new TestServer(handler, limits, Optional.empty(), TestServer.LOOPBACK);
  }

  /** Send this again and again until the server has closed; how long it took. */
  private static Duration trickle(RawClient client, String part) {
    long began = System.nanoTime();
    await()
        .atMost(LONG)
        .pollInterval(TRICKLE)
        .until(
            () -> {
              try {
                client.send(part);
                return false;
              } catch (IOException closed) {
                return true;
              }
            });
    return Duration.ofNanos(System.nanoTime() - began);
  }

  @Test
  void aHeadThatTricklesIsCutOff() throws Exception {
    ConnectionLimits limits = new ConnectionLimits(100, 100, SHORT, LONG, 0, LONG, LONG);
    try (TestServer server = open(new TestServer.Counting(), limits);
        RawClient client = RawClient.of(server.listener())) {
      client.send(HEAD + "Content-Length: 0\r\n\r\n").await("body of 0");
      client.send(HEAD);
      Duration taken = trickle(client, "A: b\r\n");
      assertTrue(taken.compareTo(SHORT.multipliedBy(8)) < 0, taken.toString());
    }
  }

  @Tag("slow")
  @Test
  void aConnectionWithoutABeginningIsIdleNotSlow() throws Exception {
    Duration head = SHORT.dividedBy(2);
    ConnectionLimits limits = new ConnectionLimits(100, 100, head, LONG, 0, LONG, LONG);
    try (TestServer server = open(new TestServer.Counting(), limits);
        RawClient client = RawClient.of(server.listener())) {
      for (int i = 0; i < 2; i++) {
        client.send(HEAD + "Content-Length: " + i + "\r\n\r\n" + "x".repeat(i));
        client.await("body of " + i);
        assertThrows(IOException.class, () -> client.awaitEnd(head.multipliedBy(3)));
      }
    }
  }

  @Test
  void aBodyThatIsNotThereInTimeIsCutOff() throws Exception {
    ConnectionLimits limits = new ConnectionLimits(100, 100, LONG, SHORT, 1, LONG, LONG);
    try (TestServer server = open(new TestServer.Counting(), limits);
        RawClient client = RawClient.of(server.listener())) {
      client.send(HEAD + "Content-Length: 1000000\r\n\r\n");
      trickle(client, "x".repeat(100));
      assertTrue(client.awaitEnd().startsWith("HTTP/1.1 408"));
    }
  }

  @Tag("slow")
  @Test
  void aBodyThatComesTooSlowlyIsCutOff() throws Exception {
    ConnectionLimits limits = new ConnectionLimits(100, 100, LONG, LONG, 1024, LONG, LONG);
    try (TestServer server = open(new TestServer.Counting(), limits);
        RawClient slow = RawClient.of(server.listener());
        RawClient quick = RawClient.of(server.listener())) {
      slow.send(HEAD + "Content-Length: 1000000\r\n\r\n");
      quick.send(HEAD + "Content-Length: 1000000\r\n\r\n" + "x".repeat(100_000));
      Duration taken = trickle(slow, "x".repeat(100));
      assertTrue(taken.compareTo(LONG) < 0, taken.toString());
      assertTrue(slow.awaitEnd().startsWith("HTTP/1.1 408"));
      quick.send("x".repeat(900_000)).await("body of 1000000");
    }
  }

  @Test
  void aBodyThatStopsIsCutOff() throws Exception {
    ConnectionLimits limits = new ConnectionLimits(100, 100, LONG, LONG, 0, LONG, SHORT);
    try (TestServer server = open(new TestServer.Counting(), limits);
        RawClient client = RawClient.of(server.listener())) {
      client.send(HEAD + "Content-Length: 2\r\n\r\nx");
      assertTrue(client.awaitEnd().startsWith("HTTP/1.1 408"));
    }
  }

  @Test
  void anIdleConnectionIsClosed() throws Exception {
    ConnectionLimits limits = new ConnectionLimits(100, 100, LONG, LONG, 0, SHORT, LONG);
    try (TestServer server = open(new TestServer.Counting(), limits);
        RawClient fresh = RawClient.of(server.listener());
        RawClient used = RawClient.of(server.listener())) {
      used.send(HEAD + "Content-Length: 0\r\n\r\n").await("body of 0");
      assertEquals("", fresh.awaitEnd());
      assertTrue(used.awaitEnd().endsWith("body of 0"));
    }
  }

  @Tag("slow")
  @Test
  void aRequestThatIsServedIsNotIdle() throws Exception {
    ConnectionLimits limits = new ConnectionLimits(100, 100, SHORT, SHORT, 0, SHORT, SHORT);
    WaitingHandler handler = new WaitingHandler();
    // Each connection is opened right before its request, because until then it is idle.
    try (TestServer server = open(handler, limits);
        RawClient waiting = RawClient.of(server.listener())) {
      waiting.send(HEAD + "Content-Length: 1\r\n\r\nx");
      Exchange first = handler.next();
      ClientGone.whenGone(first.request(), () -> first.callback().failed(new IOException("gone")));
      try (RawClient reading = RawClient.of(server.listener())) {
        reading.send(HEAD + "Content-Length: 1\r\n\r\nx");
        Exchange second = handler.next();
        second.response().getHeaders().put("Content-Type", "text/event-stream");
        Callback.Completable begun = new Callback.Completable();
        second.response().write(false, text("data: 1\n\n"), begun);
        begun.get(10, TimeUnit.SECONDS);
        try (RawClient http2 = RawClient.of(server.listener())) {
          http2.send(Http2Frames.preface() + Http2Frames.post(1, "x"));
          Exchange third = handler.next();
          reading.await("data: 1");
          assertThrows(
              IOException.class, () -> waiting.awaitEnd(SHORT.multipliedBy(9).dividedBy(2)));
          TestServer.text(first.response(), first.callback(), "late answer");
          waiting.await("late answer");
          second.response().write(true, text("data: 2\n\n"), second.callback());
          reading.await("data: 2");
          TestServer.text(third.response(), third.callback(), "late answer");
          http2.await("late answer");
        }
      }
    }
  }

  private static ByteBuffer text(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void anAnswerThatIsNotReadIsGivenUp() throws Exception {
    ConnectionLimits limits = new ConnectionLimits(100, 100, LONG, LONG, 0, LONG, SHORT);
    WaitingHandler handler = new WaitingHandler();
    try (TestServer server = open(handler, limits);
        RawClient client = RawClient.of(server.listener())) {
      client.send(HEAD + "Content-Length: 1\r\n\r\nx");
      Exchange exchange = handler.next();
      Callback.Completable written = new Callback.Completable();
      exchange.response().write(true, ByteBuffer.allocate(64 * 1024 * 1024), written);
      ExecutionException e =
          assertThrows(ExecutionException.class, () -> written.get(20, TimeUnit.SECONDS));
      assertTrue(e.getCause() instanceof TimeoutException, e.toString());
      exchange.callback().failed(e.getCause());
    }
  }

  @Test
  void oneAddressHasItsNumberOfConnections() throws Exception {
    ConnectionLimits limits = new ConnectionLimits(100, 3, LONG, LONG, 0, LONG, LONG);
    try (TestServer server = open(new TestServer.Counting(), limits)) {
      List<RawClient> clients = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        clients.add(RawClient.of(server.listener()));
        clients.get(i).send(HEAD + "Content-Length: 0\r\n\r\n").await("body of 0");
      }
      try (RawClient fourth = RawClient.of(server.listener())) {
        assertEquals("", fourth.awaitEnd());
      }
      clients.remove(0).close();
      await().atMost(LONG).until(() -> isServed(server));
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  private static boolean isServed(TestServer server) {
    try (RawClient client = RawClient.of(server.listener())) {
      return client.send(HEAD + "Content-Length: 0\r\n\r\n").await("body of").contains("200 OK");
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void allTogetherHaveTheirNumberAndWhatIsBeyondIsClosed() throws Exception {
    int most = 10;
    ConnectionLimits limits = new ConnectionLimits(most, 100, LONG, LONG, 0, LONG, LONG);
    try (TestServer server = open(new TestServer.Counting(), limits)) {
      List<RawClient> clients = new ArrayList<>();
      for (int i = 0; i < most; i++) {
        clients.add(RawClient.of(server.listener()));
        clients.get(i).send(HEAD + "Content-Length: 0\r\n\r\n").await("body of 0");
      }
      for (int i = 0; i < most; i++) {
        try (RawClient further = RawClient.of(server.listener())) {
          assertEquals("", further.awaitEnd());
        }
      }
      clients.remove(0).close();
      await().atMost(LONG).until(() -> isServed(server));
      for (RawClient client : clients) {
        client.close();
      }
    }
  }
}
