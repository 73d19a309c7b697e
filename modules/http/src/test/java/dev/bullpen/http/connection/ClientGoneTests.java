package dev.bullpen.http.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fuzz.Rounds;
import dev.bullpen.http.connection.WaitingHandler.Exchange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A client that goes is noticed soon, and one that only sends nothing more is answered. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
@Tag("slow")
class ClientGoneTests {
  private static final int ROUNDS = Rounds.of(11, 50);
  private static final int SECONDS = 10;

  /** The promise is 5 ms. Other tests may run beside a small one. */
  private static final Duration MEDIAN = Duration.ofMillis(Rounds.of(1_000, 50));

  private static final String POST =
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nhi";
  private static final String EVENT = "data: an event\n\n";

  private final WaitingHandler handler = new WaitingHandler();
  private TestServer clear;
  private TestServer encrypted;
  private KeyPair pair;
  private Listener.Unix unix;

  /** How a client is connected. */
  enum By {
    TCP,
    UNIX,
    TLS,
    HTTP2
  }

  /** What the client has seen of the answer. */
  enum Answer {
    NOTHING,
    EVENTS
  }

  /** How a client goes. */
  enum End {
    FIN,
    RST,
    RST_STREAM,
    KILL
  }

  @BeforeAll
  void open(@TempDir Path folder) throws Exception {
    unix = new Listener.Unix(folder.resolve("run/socket"));
    clear =
        new TestServer(
            handler, ConnectionLimits.DEFAULTS, Optional.empty(), TestServer.LOOPBACK, unix);
    pair = KeyPair.make(folder, "EC");
    TlsFiles files = new TlsFiles(folder.resolve("cert.pem"), folder.resolve("key.pem"));
    pair.write(files);
    encrypted =
        new TestServer(
            handler.another(), ConnectionLimits.DEFAULTS, Optional.of(files), TestServer.LOOPBACK);
  }

  @AfterAll
  void close() {
    clear.close();
    encrypted.close();
  }

  private Peer connect(By by) throws Exception {
    Peer peer =
        switch (by) {
          case TCP, HTTP2 -> RawClient.of(clear.listener());
          case UNIX -> RawClient.of(unix);
          case TLS -> new TlsPeer(pair.trusting(), encrypted.port());
        };
    return by == By.HTTP2
        ? peer.send(Http2Frames.preface() + Http2Frames.post(1, "hi"))
        : peer.send(POST);
  }

  static Stream<Arguments> ends() {
    List<Arguments> ends = new ArrayList<>();
    for (Answer answer : Answer.values()) {
      for (By by : By.values()) {
        ends.add(Arguments.of(by, answer, End.FIN));
        if (by != By.UNIX) {
          ends.add(Arguments.of(by, answer, End.RST));
        }
      }
      ends.add(Arguments.of(By.HTTP2, answer, End.RST_STREAM));
      ends.add(Arguments.of(By.TCP, answer, End.KILL));
    }
    return ends.stream();
  }

  @ParameterizedTest
  @MethodSource("ends")
  void aClientThatGoesIsNoticed(By by, Answer answer, End end) throws Exception {
    List<Long> nanos = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      nanos.add(end == End.KILL ? kill(answer) : go(by, answer, end));
    }
    nanos.sort(null);
    Duration median = Duration.ofNanos(nanos.get(ROUNDS / 2));
    System.out.printf(
        Locale.ROOT,
        "gone by %s, %s seen, %s: %.2f ms, at most %.2f%n",
        by,
        answer,
        end,
        median.toNanos() / 1e6,
        nanos.get(ROUNDS - 1) / 1e6);
    assertTrue(median.compareTo(MEDIAN) < 0, "median of " + median);
  }

  private long go(By by, Answer answer, End end) throws Exception {
    try (Peer peer = connect(by)) {
      CompletableFuture<Long> gone = serve(answer);
      if (answer == Answer.EVENTS) {
        peer.await(EVENT);
      }
      long before = System.nanoTime();
      switch (end) {
        case FIN -> peer.leave();
        case RST -> peer.reset();
        default -> peer.send(Http2Frames.reset(1));
      }
      return gone.get(SECONDS, TimeUnit.SECONDS) - before;
    }
  }

  private long kill(Answer answer) throws Exception {
    String script = "exec 3<>/dev/tcp/127.0.0.1/%d; printf '%s' >&3; exec cat <&3 3>&-";
    Process client = new ProcessBuilder("bash", "-c", script.formatted(clear.port(), POST)).start();
    try {
      CompletableFuture<Long> gone = serve(answer);
      if (answer == Answer.EVENTS) {
        assertEquals('H', client.getInputStream().read());
      }
      long before = System.nanoTime();
      client.destroyForcibly();
      return gone.get(SECONDS, TimeUnit.SECONDS) - before;
    } finally {
      client.destroyForcibly();
    }
  }

  /** Serve the next request as far as that; when its client was found to have gone. */
  private CompletableFuture<Long> serve(Answer answer) throws Exception {
    CompletableFuture<Long> gone = new CompletableFuture<>();
    Exchange exchange = handler.next();
    ClientGone.whenGone(
        exchange.request(),
        () -> {
          gone.complete(System.nanoTime());
          exchange.callback().failed(new EofException());
        });
    if (answer == Answer.EVENTS) {
      begin(exchange);
    }
    return gone;
  }

  private static void begin(Exchange exchange) throws Exception {
    exchange.response().getHeaders().put("Content-Type", "text/event-stream");
    write(exchange, EVENT, false).get(SECONDS, TimeUnit.SECONDS);
  }

  private static Callback.Completable write(Exchange exchange, String text, boolean isLast) {
    Callback.Completable written = new Callback.Completable();
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    exchange.response().write(isLast, bytes, written);
    return written;
  }

  @Test
  void aClientThatWentBeforeItWasWatchedIsNoticed() throws Exception {
    try (Peer peer = connect(By.HTTP2)) {
      Exchange first = handler.next();
      peer.send(Http2Frames.reset(1) + Http2Frames.post(3, "hi"));
      Exchange second = handler.next(); // so the reset has been read
      CompletableFuture<Void> gone = new CompletableFuture<>();
      ClientGone.whenGone(first.request(), () -> gone.complete(null));
      gone.get(SECONDS, TimeUnit.SECONDS);
      first.callback().failed(new EofException());
      ClientGone.whenGone(second.request(), () -> gone.obtrudeException(new EofException()));
      TestServer.text(second.response(), second.callback(), "done");
      peer.await("done");
      gone.get(SECONDS, TimeUnit.SECONDS);
    }
  }

  @Test
  void withoutAWatchTheEndIsNotNoticed() throws Exception {
    try (Peer peer = connect(By.TCP)) {
      CompletableFuture<Long> gone = new CompletableFuture<>();
      Exchange exchange = handler.next();
      exchange.request().addFailureListener(failure -> gone.complete(System.nanoTime()));
      peer.leave();
      assertThrows(TimeoutException.class, () -> gone.get(1, TimeUnit.SECONDS));
      exchange.callback().succeeded();
    }
  }

  @Test
  void halfClosedClientsAreAnswered() throws Exception {
    List<HalfClosed> all = new ArrayList<>();
    for (By by : List.of(By.TCP, By.UNIX)) {
      for (Answer answer : Answer.values()) {
        all.add(closeHalf(by, answer));
      }
    }
    CompletableFuture<?> any =
        CompletableFuture.anyOf(
            all.stream().map(HalfClosed::gone).toArray(CompletableFuture[]::new));
    assertThrows(TimeoutException.class, () -> any.get(2, TimeUnit.SECONDS));
    for (HalfClosed each : all) {
      each.assertIsAnswered();
    }
  }

  /** A client that sends nothing more, and whether it was taken for one that has gone. */
  private record HalfClosed(
      RawClient client, Answer answer, Exchange exchange, CompletableFuture<Void> gone) {
    void assertIsAnswered() throws Exception {
      try (client) {
        Callback.Completable last = write(exchange, "data: the last\n\n", true);
        last.get(SECONDS, TimeUnit.SECONDS);
        exchange.callback().succeeded();
        client.await("data: the last\n\n");
        String all = client.awaitEnd();
        assertEquals(answer == Answer.NOTHING, all.contains("HTTP/1.1 102 Processing\r\n"), all);
        assertFalse(gone.isDone());
      }
    }
  }

  private HalfClosed closeHalf(By by, Answer answer) throws Exception {
    RawClient client = (RawClient) connect(by);
    Exchange exchange = handler.next();
    CompletableFuture<Void> gone = new CompletableFuture<>();
    ClientGone.whenGone(exchange.request(), () -> gone.complete(null));
    if (answer == Answer.EVENTS) {
      begin(exchange);
    }
    client.closeHalf();
    return new HalfClosed(client, answer, exchange, gone);
  }

  @Test
  void aHalfClosedClientThatGoesIsNoticedByTheNextWrites() throws Exception {
    try (RawClient client = (RawClient) connect(By.TCP)) {
      CompletableFuture<Long> gone = serve(Answer.EVENTS);
      client.await(EVENT);
      client.closeHalf();
      client.leave();
      gone.get(SECONDS, TimeUnit.SECONDS);
    }
  }

  @Test
  void probesGoInBetweenTheWritesOfAStream() throws Exception {
    int events = 20_000;
    try (RawClient client = (RawClient) connect(By.TCP)) {
      Exchange exchange = handler.next();
      ClientGone.whenGone(exchange.request(), () -> {});
      begin(exchange);
      CompletableFuture<String> reading =
          CompletableFuture.supplyAsync(() -> readAll(client, "data: the last\n\n"));
      client.closeHalf();
      for (int i = 0; i < events; i++) {
        write(exchange, "data: %d\n\n".formatted(i), false).get(SECONDS, TimeUnit.SECONDS);
      }
      write(exchange, "data: the last\n\n", true).get(SECONDS, TimeUnit.SECONDS);
      exchange.callback().succeeded();
      List<String> data = reading.get(SECONDS, TimeUnit.SECONDS).lines().toList();
      int next = 0;
      for (String line : data) {
        if (line.equals("data: " + next)) {
          next++;
        }
      }
      assertEquals(events, next);
      assertTrue(data.contains(":"), "no probe was written");
    }
  }

  private static String readAll(RawClient client, String last) {
    try {
      return client.await(last);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void nothingIsNotifiedWhenTheRequestIsOver() throws Exception {
    CountDownLatch notified = new CountDownLatch(1);
    try (TestServer server = new TestServer(handler.another())) {
      try (RawClient client = RawClient.of(server.listener())) {
        client.send(POST);
        Exchange exchange = handler.next();
        ClientGone.whenGone(exchange.request(), notified::countDown);
        TestServer.text(exchange.response(), exchange.callback(), "done");
        client.await("done");
      }
      server.connections().close(Duration.ofSeconds(SECONDS));
    }
    assertEquals(1, notified.getCount());
  }

  @Test
  void pipelinedRequestsWaitForTheFirst() throws Exception {
    try (RawClient client = RawClient.of(clear.listener())) {
      client.send(POST);
      Exchange first = handler.next();
      ClientGone.whenGone(first.request(), () -> {});
      client.send(POST + POST + POST);
      TestServer.text(first.response(), first.callback(), "answer 1");
      for (int i = 2; i <= 4; i++) {
        Exchange exchange = handler.next();
        ClientGone.whenGone(exchange.request(), () -> {});
        TestServer.text(exchange.response(), exchange.callback(), "answer " + i);
      }
      client.await("answer 4");
    }
  }

  @Test
  void whatIsPipelinedHasAtMost8KiB() throws Exception {
    try (RawClient client = RawClient.of(clear.listener())) {
      CompletableFuture<Long> gone = new CompletableFuture<>();
      client.send(POST);
      Exchange first = handler.next();
      ClientGone.whenGone(first.request(), () -> gone.complete(System.nanoTime()));
      client.send(post(WatchedEndPoint.MOST_BYTES_AHEAD));
      assertThrows(TimeoutException.class, () -> gone.get(200, TimeUnit.MILLISECONDS));
      client.send("x");
      gone.get(SECONDS, TimeUnit.SECONDS);
      first.callback().failed(new EofException());
      client.awaitEnd();
    }
  }

  @Test
  void aRequestAsLongAsThatIsServedAfterTheFirst() throws Exception {
    try (RawClient client = RawClient.of(clear.listener())) {
      client.send(POST);
      Exchange first = handler.next();
      ClientGone.whenGone(first.request(), () -> {});
      client.send(post(WatchedEndPoint.MOST_BYTES_AHEAD));
      TestServer.text(first.response(), first.callback(), "answer 1");
      Exchange second = handler.next();
      TestServer.text(second.response(), second.callback(), "answer 2");
      client.await("answer 2");
    }
  }

  /** The client has the answer before the request is over here. */
  @Test
  void aLongRequestBehindAWholeAnswerIsNotTooMuch() throws Exception {
    try (RawClient client = RawClient.of(clear.listener())) {
      CompletableFuture<Long> gone = new CompletableFuture<>();
      client.send(POST);
      Exchange first = handler.next();
      ClientGone.whenGone(first.request(), () -> gone.complete(System.nanoTime()));
      TestServer.text(first.response(), Callback.NOOP, "answer 1");
      client.await("answer 1");
      client.send(post(3 * WatchedEndPoint.MOST_BYTES_AHEAD));
      assertThrows(TimeoutException.class, () -> gone.get(200, TimeUnit.MILLISECONDS));
      first.callback().succeeded();
      Exchange second = handler.next();
      TestServer.text(second.response(), second.callback(), "answer 2");
      client.await("answer 2");
    }
  }

  /** A request of so many bytes. */
  private static String post(int bytes) {
    int head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 00000\r\n\r\n".length();
    return "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %05d\r\n\r\n".formatted(bytes - head)
        + "x".repeat(bytes - head);
  }

  @Test
  void toHttp10TheEndOfInputIsTheEnd() throws Exception {
    try (RawClient client = RawClient.of(clear.listener())) {
      client.send("POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\nhi");
      CompletableFuture<Long> gone = serve(Answer.NOTHING);
      client.closeHalf();
      gone.get(SECONDS, TimeUnit.SECONDS);
      assertEquals("", client.awaitEnd());
    }
  }

  @Test
  void aTlsConnectionThatIsCutIsGone() throws Exception {
    try (TlsPeer client = (TlsPeer) connect(By.TLS)) {
      CompletableFuture<Long> gone = serve(Answer.NOTHING);
      client.cut();
      gone.get(SECONDS, TimeUnit.SECONDS);
    }
  }
}
