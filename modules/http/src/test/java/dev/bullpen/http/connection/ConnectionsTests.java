package dev.bullpen.http.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening, serving and closing. */
class ConnectionsTests {
  private static final String POST =
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nhi";

  @TempDir private Path folder;

  @Test
  void anOfferToUpgradeToHttp2IsNotTaken() throws Exception {
    try (TestServer server = new TestServer(new TestServer.Counting())) {
      HttpClient offering = HttpClient.newHttpClient();
      HttpResponse<String> answer =
          offering.send(
              HttpRequest.newBuilder(server.uri("http"))
                  .POST(BodyPublishers.ofString("hello"))
                  .build(),
              BodyHandlers.ofString());
      assertEquals("body of 5", answer.body());
      assertEquals(HttpClient.Version.HTTP_1_1, answer.version());
    }
  }

  @Test
  void aClientThatBeginsWithHttp2IsServedOnTheSamePort() throws Exception {
    try (TestServer server = new TestServer(new TestServer.Counting());
        RawClient client = RawClient.of(server.listener())) {
      client.send(Http2Frames.preface()).send(Http2Frames.post(1, "hello"));
      assertTrue(client.await("body of 5").contains(Http2Frames.OK));
    }
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() throws Exception {
    try (TestServer server = new TestServer(new TestServer.Counting());
        RawClient client = RawClient.of(server.listener())) {
      client.send(POST + POST.replace("2", "3").replace("hi", "you") + POST);
      client.await("body of 3");
      String answers = client.await("body of 2");
      assertTrue(answers.indexOf("body of 2") < answers.indexOf("body of 3"), answers);
    }
  }

  @Test
  void noAnswerNamesTheServer() throws Exception {
    try (TestServer server = new TestServer(new TestServer.Counting());
        RawClient client = RawClient.of(server.listener())) {
      String answers = client.send(POST + "nonsense\r\n\r\n").awaitEnd();
      assertTrue(answers.contains("HTTP/1.1 400"), answers);
      assertFalse(answers.toLowerCase(java.util.Locale.ROOT).contains("jetty"), answers);
      assertFalse(answers.contains("Server:"), answers);
    }
  }

  @Test
  void severalAddressesAreServedAtOnceAndNamedInOrder() throws Exception {
    Listener.Unix unix = new Listener.Unix(folder.resolve("made/socket"));
    Connections connections = new Connections(ConnectionLimits.DEFAULTS, Optional.empty());
    try {
      List<Listener> open =
          connections.open(
              List.of(TestServer.LOOPBACK, unix, TestServer.LOOPBACK), new TestServer.Counting());
      assertEquals(unix, open.get(1));
      assertNotEquals(open.get(0), open.get(2));
      for (Listener listener : open) {
        try (RawClient client = RawClient.of(listener)) {
          client.send(POST).await("body of 2");
          client.send("POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nyou").await("body of 3");
        }
        try (RawClient client = RawClient.of(listener)) {
          client.send(Http2Frames.preface() + Http2Frames.post(1, "hi")).await("body of 2");
        }
      }
    } finally {
      connections.close(Duration.ZERO);
    }
    assertFalse(Files.exists(unix.path()), "the socket is still there");
  }

  @Test
  void anAddressThatIsInUseIsNamedAndNothingIsLeftOpen() throws Exception {
    try (TestServer server = new TestServer(new TestServer.Counting())) {
      Listener.Unix unix = new Listener.Unix(folder.resolve("made/socket"));
      IOException e =
          assertThrows(
              IOException.class,
              () ->
                  new TestServer(
                      new TestServer.Counting(),
                      ConnectionLimits.DEFAULTS,
                      Optional.empty(),
                      unix,
                      server.listener()));
      assertTrue(
          e.getMessage().startsWith("Cannot listen on " + server.listener() + ": Address already"),
          e.getMessage());
      assertFalse(Files.exists(unix.path()), "the socket is still there");
    }
  }

  @Test
  void aHostThatIsNotKnownIsNamed() {
    IOException e =
        assertThrows(
            IOException.class,
            () ->
                new TestServer(
                    new TestServer.Counting(),
                    ConnectionLimits.DEFAULTS,
                    Optional.empty(),
                    Listener.parse("unknown.invalid:0")));
    assertEquals("Cannot listen on unknown.invalid:0: this host is not known", e.getMessage());
  }

  @Test
  void aRequestThatIsBeingServedIsWaitedForAtTheEnd() throws Exception {
    WaitingHandler handler = new WaitingHandler();
    try (TestServer server = new TestServer(handler);
        RawClient client = RawClient.of(server.listener())) {
      client.send(POST);
      WaitingHandler.Exchange exchange = handler.next();
      CompletableFuture<Void> closed =
          CompletableFuture.runAsync(() -> server.connections().close(Duration.ofSeconds(10)));
      assertThrows(IOException.class, () -> refusedSoon(server));
      assertFalse(closed.isDone());
      TestServer.text(exchange.response(), exchange.callback(), "at last");
      client.await("at last");
      closed.join();
    }
  }

  /** So that it is refused in words that clients and proxies understand. */
  @Test
  void aRequestThatComesAtTheEndOnAnOpenConnectionIsTheHandlers() throws Exception {
    WaitingHandler handler = new WaitingHandler();
    try (TestServer server = new TestServer(handler);
        RawClient client = RawClient.of(server.listener());
        RawClient late = RawClient.of(server.listener())) {
      late.send(POST);
      answer(handler.next(), "before");
      late.await("before");
      client.send(POST);
      WaitingHandler.Exchange exchange = handler.next();
      CompletableFuture<Void> closed =
          CompletableFuture.runAsync(() -> server.connections().close(Duration.ofSeconds(10)));
      assertThrows(IOException.class, () -> refusedSoon(server));
      late.send(POST);
      answer(handler.next(), "late");
      late.await("late");
      answer(exchange, "at last");
      client.await("at last");
      closed.join();
    }
  }

  @Test
  void whatHasBeenAcceptedIsServedWhenNothingIsListenedOnAnyMore() throws Exception {
    WaitingHandler handler = new WaitingHandler();
    try (TestServer server = new TestServer(handler);
        RawClient client = RawClient.of(server.listener())) {
      client.send(POST);
      answer(handler.next(), "before");
      client.await("before");
      server.connections().stopListening();
      assertThrows(IOException.class, () -> refusedSoon(server));
      client.send(POST);
      answer(handler.next(), "after");
      client.await("after");
    }
  }

  private static void answer(WaitingHandler.Exchange exchange, String text) {
    TestServer.text(exchange.response(), exchange.callback(), text);
  }

  @Test
  void aRequestThatGoesOnForLongerIsNotWaitedFor() throws Exception {
    WaitingHandler handler = new WaitingHandler();
    try (TestServer server = new TestServer(handler);
        RawClient client = RawClient.of(server.listener())) {
      client.send(POST);
      Callback callback = handler.next().callback();
      server.connections().close(Duration.ofMillis(50));
      client.awaitEnd();
      callback.succeeded();
    }
  }

  /** Connect until the server takes no more connections. */
  private static void refusedSoon(TestServer server) throws IOException {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (System.nanoTime() < deadline) {
      RawClient.of(server.listener()).close();
    }
  }
}
