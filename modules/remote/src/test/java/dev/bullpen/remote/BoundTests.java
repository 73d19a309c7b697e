package dev.bullpen.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.remote.FetchException.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How large and how long, and how soon it is over. */
@Timeout(60)
class BoundTests {
  private static final int MAX = 1_000;

  /** Long enough for a slow machine, and below the twenty seconds that are allowed. */
  private static final Duration AT_ONCE = Duration.ofSeconds(15);

  private static final URI ELSEWHERE = URI.create("https://files.example/");

  private final Fetching fetching = new Fetching().atMost(MAX);

  @ParameterizedTest
  @ValueSource(ints = {MAX - 1, MAX})
  void content_up_to_the_limit_is_handed_over(int size) throws Exception {
    for (String answer : answers("x".repeat(size))) {
      try (TlsServer server = TlsServer.start(TlsServer.saying(answer))) {
        assertEquals(size, fetching.text(server, "/").length());
      }
    }
  }

  @Test
  void content_of_one_byte_more_is_refused() throws Exception {
    for (String answer : answers("x".repeat(MAX + 1))) {
      try (TlsServer server = TlsServer.start(TlsServer.saying(answer))) {
        FetchException refused = fetching.refused(server, "/");

        assertEquals(Kind.TOO_LARGE, refused.kind());
        assertEquals("The content is larger than 1000 bytes", refused.getMessage());
      }
    }
  }

  @Test
  void an_announced_length_is_enough_to_refuse() throws Exception {
    try (TlsServer server =
        TlsServer.start(endless("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", ""))) {
      assertEquals(Kind.TOO_LARGE, fetching.refused(server, "/").kind());
    }
  }

  @Test
  void chunks_without_end_are_cut_off() throws Exception {
    try (TlsServer server =
        TlsServer.start(
            endless("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"))) {
      assertEquals(Kind.TOO_LARGE, fetching.refused(server, "/").kind());
      assertTrue(server.ended().contains("Exception"));
    }
  }

  @Test
  void headers_without_end_are_cut_off() throws Exception {
    try (TlsServer server =
        TlsServer.start(endless("HTTP/1.1 200 OK\r\n", "X-Filler: " + "y".repeat(1000) + "\r\n"))) {
      FetchException refused = fetching.refused(server, "/");

      // By the JDK itself, where it has a limit of its own.
      assertTrue(refused.kind() == Kind.TOO_LARGE || refused.kind() == Kind.NETWORK);
      assertTrue(server.ended().contains("Exception"));
    }
  }

  @Test
  void one_header_without_end_is_cut_off() throws Exception {
    try (TlsServer server =
        TlsServer.start(endless("HTTP/1.1 200 OK\r\nX-Filler: ", "y".repeat(1000)))) {
      FetchException refused = fetching.refused(server, "/");

      assertTrue(refused.kind() == Kind.TOO_LARGE || refused.kind() == Kind.NETWORK);
      assertTrue(server.ended().contains("Exception"));
    }
  }

  @Test
  void trailers_without_end_are_cut_off() throws Exception {
    try (TlsServer server =
        TlsServer.start(
            endless(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
                "X-Filler: " + "y".repeat(1000) + "\r\n"))) {
      FetchException refused = fetching.refused(server, "/");

      assertTrue(refused.kind() == Kind.TOO_LARGE || refused.kind() == Kind.NETWORK);
      assertTrue(server.ended().contains("Exception"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 O",
        "HTTP/1.1 200 OK\r\nX-Fil",
        "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n300\r\n",
      })
  void a_trickle_does_not_outlast_the_deadline(String beginning) throws Exception {
    try (TlsServer server =
        TlsServer.start(
            (request, out) -> {
              out.write(beginning.getBytes(StandardCharsets.ISO_8859_1));
              trickle(out);
            })) {
      fetching.within(Duration.ofSeconds(1));
      long before = System.nanoTime();
      FetchException refused = fetching.refused(server, "/");
      Duration taken = Duration.ofNanos(System.nanoTime() - before);

      assertEquals(Kind.TIMEOUT, refused.kind());
      assertEquals("No complete answer from files.example in 1 seconds", refused.getMessage());
      assertTrue(taken.compareTo(Duration.ofSeconds(1)) >= 0, taken.toString());
      assertTrue(taken.compareTo(AT_ONCE) < 0, taken.toString());
      assertTrue(server.ended().contains("Exception"));
    }
  }

  @Test
  void a_server_that_says_nothing_at_all_does_not_outlast_the_deadline() throws Exception {
    try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
      HttpsFetch fetch =
          fetching.within(Duration.ofSeconds(1)).from(Fetching.HOST, mute.getLocalPort());
      URI uri = URI.create("https://files.example:" + mute.getLocalPort() + "/");
      FetchException refused =
          assertThrows(FetchException.class, () -> Fetching.content(fetch, uri, new FetchCancel()));

      assertEquals(Kind.TIMEOUT, refused.kind());
    }
  }

  @Test
  void who_has_waited_before_has_only_the_rest_of_the_time() throws Exception {
    try (TlsServer server = TlsServer.start((request, out) -> request.body().read())) {
      HttpsFetch fetch = fetching.from(Fetching.HOST, server.port());
      long before = System.nanoTime();
      for (Duration waited : List.of(Duration.ofMillis(19_900), Duration.ofSeconds(20))) {
        FetchException refused =
            assertThrows(
                FetchException.class,
                () ->
                    fetch.fetch(
                        Fetching.uri(server, "/"),
                        waited,
                        new FetchCancel(),
                        OutputStream.nullOutputStream()));
        assertEquals(Kind.TIMEOUT, refused.kind());
      }
      assertTrue(System.nanoTime() - before < AT_ONCE.toNanos());
    }
  }

  @Test
  void a_cancel_from_another_thread_ends_it_at_once() throws Exception {
    try (TlsServer server = TlsServer.start((request, out) -> request.body().read())) {
      FetchCancel cancel = new FetchCancel();
      CompletableFuture<byte[]> fetch = started(server, cancel);
      server.request();
      long before = System.nanoTime();
      cancel.cancel();
      FetchException refused = failure(fetch);

      assertTrue(System.nanoTime() - before < AT_ONCE.toNanos());
      assertEquals(Kind.NETWORK, refused.kind());
      assertEquals("The fetch was cancelled", refused.getMessage());
      assertTrue(cancel.isCancelled());
      assertTrue(server.ended() != null, "the connection is still open");
    }
  }

  @Test
  void a_cancel_before_the_fetch_counts() throws Exception {
    try (TlsServer server = TlsServer.start((request, out) -> request.body().read())) {
      FetchCancel cancel = new FetchCancel();
      cancel.cancel();

      assertEquals("The fetch was cancelled", failure(started(server, cancel)).getMessage());
    }
  }

  @Test
  void after_a_cancel_no_name_is_looked_up() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    HttpsFetch fetch = silent(asked, new CountDownLatch(1), Duration.ofSeconds(20));
    for (int i = 0; i < 50; i++) {
      FetchCancel cancel = new FetchCancel();
      cancel.cancel();
      assertEquals(
          "The fetch was cancelled", failure(started(fetch, ELSEWHERE, cancel)).getMessage());
    }
    assertEquals(1, asked.getCount());
  }

  @Test
  void a_cancel_after_the_fetch_harms_nobody() throws Exception {
    try (TlsServer server =
        TlsServer.start(TlsServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))) {
      FetchCancel cancel = new FetchCancel();
      started(server, cancel).get(30, TimeUnit.SECONDS);
      cancel.cancel();
      cancel.cancel();
    }
  }

  @Test
  void an_interrupt_ends_it_and_stays_set() throws Exception {
    try (TlsServer server = TlsServer.start((request, out) -> request.body().read())) {
      CompletableFuture<Boolean> stillSet = new CompletableFuture<>();
      Thread caller =
          new Thread(
              () -> {
                assertEquals(
                    "The fetch was interrupted", fetching.refused(server, "/").getMessage());
                stillSet.complete(Thread.currentThread().isInterrupted());
              });
      caller.start();
      server.request();
      caller.interrupt();

      assertTrue(stillSet.get(30, TimeUnit.SECONDS));
    }
  }

  @Test
  void a_name_server_that_does_not_answer_holds_nobody_beyond_a_cancel_or_the_deadline()
      throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch silence = new CountDownLatch(1);
    HttpsFetch fetch = silent(asked, silence, Duration.ofSeconds(20));
    FetchCancel cancel = new FetchCancel();
    CompletableFuture<byte[]> waiting = started(fetch, ELSEWHERE, cancel);
    assertTrue(asked.await(30, TimeUnit.SECONDS));
    cancel.cancel();
    assertEquals("The fetch was cancelled", failure(waiting).getMessage());

    HttpsFetch hasty = silent(new CountDownLatch(1), silence, Duration.ofMillis(50));
    assertEquals(Kind.TIMEOUT, thrown(hasty).kind());
    silence.countDown();
  }

  @Test
  void questions_nobody_answers_are_bounded() throws Exception {
    CountDownLatch asked = new CountDownLatch(HttpsFetch.MAX_AT_A_TIME);
    CountDownLatch silence = new CountDownLatch(1);
    HttpsFetch fetch = silent(asked, silence, Duration.ofMillis(1));
    while (asked.getCount() > 0) { // some are given up before they ask
      thrown(fetch);
    }

    assertEquals("Too many fetches are under way; try again later", thrown(fetch).getMessage());
    silence.countDown();
    long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (thrown(fetch).getMessage().startsWith("Too many")) {
      assertTrue(System.nanoTime() < limit, "no place became free");
      Thread.onSpinWait();
    }
  }

  private static HttpsFetch silent(CountDownLatch asked, CountDownLatch end, Duration timeout) {
    Resolver resolver =
        name -> {
          asked.countDown();
          awaitUninterruptibly(end);
          return List.of();
        };
    return new HttpsFetch(
        HttpsPolicy.of(Map.of(HttpsPolicy.ALLOW_HOSTS, Fetching.HOST)),
        new HttpsLimits(timeout, MAX, "test-agent"),
        new Addresses(resolver, new PublicAddresses()),
        () -> Certificates.context().getSocketFactory());
  }

  /** As the system waits for a name server. */
  private static void awaitUninterruptibly(CountDownLatch end) {
    boolean ended = false;
    while (!ended) {
      try {
        end.await();
        ended = true;
      } catch (InterruptedException e) {
        // Whoever asked has gone; the question is still there.
        ended = false;
      }
    }
  }

  private static FetchException thrown(HttpsFetch fetch) {
    return assertThrows(
        FetchException.class, () -> Fetching.content(fetch, ELSEWHERE, new FetchCancel()));
  }

  private CompletableFuture<byte[]> started(TlsServer server, FetchCancel cancel) {
    return started(fetching.from(Fetching.HOST, server.port()), Fetching.uri(server, "/"), cancel);
  }

  private static CompletableFuture<byte[]> started(HttpsFetch fetch, URI uri, FetchCancel cancel) {
    CompletableFuture<byte[]> content = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                content.complete(Fetching.content(fetch, uri, cancel));
              } catch (FetchException e) {
                content.completeExceptionally(e);
              }
            });
    caller.setDaemon(true);
    caller.start();
    return content;
  }

  private static FetchException failure(CompletableFuture<byte[]> fetch) {
    ExecutionException thrown =
        assertThrows(ExecutionException.class, () -> fetch.get(30, TimeUnit.SECONDS));
    return (FetchException) thrown.getCause();
  }

  private static String[] answers(String content) {
    String chunk = Integer.toHexString(content.length()) + "\r\n" + content + "\r\n0\r\n\r\n";
    return new String[] {
      "HTTP/1.1 200 OK\r\nContent-Length: " + content.length() + "\r\n\r\n" + content,
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk,
      "HTTP/1.1 200 OK\r\n\r\n" + content,
    };
  }

  private static TlsServer.Conduct endless(String beginning, String more) {
    return (request, out) -> {
      out.write(beginning.getBytes(StandardCharsets.ISO_8859_1));
      byte[] again = more.repeat(100).getBytes(StandardCharsets.ISO_8859_1);
      while (again.length > 0) {
        out.write(again);
      }
      request.body().read();
    };
  }

  /** A byte every 20 ms: never idle long enough for a limit on a single read. */
  private static void trickle(OutputStream out) throws IOException, InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    while (!never.await(20, TimeUnit.MILLISECONDS)) {
      out.write('x');
    }
  }
}
