package dev.bullpen.http.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replicas that are found by a name, whose one address has the node that the test says. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PeersTests {
  /** Longer than a slow machine needs for an answer. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final FleetKey KEY = FleetKey.of(new byte[] {1});

  private static final String SIGNED = PeerSignature.HEADER + ": ";
  private static final String HEAD = "HTTP/1.1 200 OK\r\nConnection: close\r\n";

  /**
   * A question for the node's name. It waits for its answer.
   *
   * @param signed its signature
   */
  private record Question(Socket from, String signed) {
    void answer(String node) throws IOException {
      answer(node, KEY, 0);
    }

    /**
     * @param more bytes at its end
     */
    void answer(String node, FleetKey key, int more) throws IOException {
      String body = "{\"node\":\"" + node + "\",\"fingerprint\":\"\"}" + " ".repeat(more);
      String proof = signature(node, key).answer(signed, body.getBytes(StandardCharsets.US_ASCII));
      try (from) {
        write(
            "%sContent-Length: %d\r\n%s: %s\r\n\r\n%s"
                .formatted(HEAD, body.length(), PeerSignature.HEADER, proof, body));
      }
    }

    void write(String text) throws IOException {
      from.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static PeerSignature signature(String node, FleetKey key) {
    return new PeerSignature(node, () -> List.of(key), InstantSource.system());
  }

  private final BlockingQueue<Question> questions = new LinkedBlockingQueue<>();
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private ServerSocket replica;
  private Peers peers;

  @BeforeEach
  void listen() throws IOException {
    replica = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    executor.execute(this::accept);
    peers = peers(InetAddress::getAllByName, executor, PATIENCE);
  }

  private Peers peers(Peers.Resolver resolver, Executor executor, Duration patience) {
    String address = replica.getInetAddress().getHostAddress();
    return new Peers(
        "own",
        Map.of(),
        Optional.of(URI.create("http://%s:%d/".formatted(address, replica.getLocalPort()))),
        resolver,
        new PeerClient(signature("own", KEY), executor, patience),
        executor);
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = replica.accept();
        BufferedReader head =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        String signed = "";
        for (String line = head.readLine(); !line.isEmpty(); line = head.readLine()) {
          if (line.startsWith(SIGNED)) {
            signed = line.substring(SIGNED.length());
          }
        }
        questions.add(new Question(socket, signed));
      }
    } catch (IOException e) {
      // The test has ended.
    }
  }

  @AfterEach
  void close() throws Exception {
    replica.close();
    executor.shutdown();
    executor.awaitTermination(10, TimeUnit.SECONDS);
  }

  private static Optional<String> node(CompletableFuture<Optional<Peer>> found) {
    return found.join().map(Peer::node);
  }

  @Test
  void a_node_that_is_not_known_is_looked_up_and_then_known() throws Exception {
    CompletableFuture<Optional<Peer>> found = peers.find("a");
    questions.take().answer("a");
    assertEquals(Optional.of("a"), node(found));
    assertEquals(Optional.of("a"), node(peers.find("a")));
    assertEquals(List.of(), List.copyOf(questions), "it is asked once");
  }

  @Test
  void a_request_for_a_new_node_does_not_take_the_answer_of_a_look_up_that_had_begun()
      throws Exception {
    CompletableFuture<Optional<Peer>> before = peers.find("new");
    Question first = questions.take();
    CompletableFuture<Optional<Peer>> after = peers.find("new");
    first.answer("old");
    assertEquals(Optional.empty(), node(before));
    questions.take().answer("new");
    assertEquals(Optional.of("new"), node(after));
    assertEquals(Optional.of("new"), node(peers.find("new")));
  }

  @Tag("slow")
  @Test
  void a_name_server_that_does_not_answer_holds_one_thread_and_no_request_for_long()
      throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    Set<Thread> waiting = ConcurrentHashMap.newKeySet();
    Peers.Resolver silent =
        host -> {
          waiting.add(Thread.currentThread());
          try {
            answer.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return InetAddress.getAllByName(host);
        };
    ExecutorService serving = Executors.newFixedThreadPool(1);
    try {
      peers = peers(silent, serving, Duration.ofMillis(100));
      CompletableFuture<Boolean> review = peers.review();
      for (int i = 0; i < 2; i++) {
        CompletableFuture<Optional<Peer>> found = peers.find("a");
        assertEquals(Optional.empty(), node(found));
      }
      CompletableFuture<Void> refreshed = peers.refresh();
      serving.submit(() -> {}).get();
      assertEquals(1, waiting.size(), waiting.toString());
      assertFalse(review.isDone() || refreshed.isDone());

      answer.countDown();
      CompletableFuture.allOf(review, refreshed).join();
      assertEquals(1, waiting.size(), waiting.toString());
    } finally {
      answer.countDown();
      serving.shutdown();
    }
  }

  @Test
  void a_stranger_at_an_address_of_the_name_is_taken_for_no_node() throws Exception {
    CompletableFuture<Optional<Peer>> found = peers.find("a");
    Question question = questions.take();
    question.answer("a", FleetKey.of(new byte[] {2}), 0);
    assertEquals(Optional.empty(), node(found));

    found = peers.find("a");
    new Question(questions.take().from(), question.signed()).answer("a"); // to another question
    assertEquals(Optional.empty(), node(found));
    assertEquals(List.of(), peers.all());
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"Content-Length: 10\r\n\r\n", "\r\n", "Content-Length: -1\r\n\r\n"})
  void an_answer_that_never_ends_is_given_up_and_its_connection_closed(String rest)
      throws Exception {
    peers = peers(InetAddress::getAllByName, executor, Duration.ofSeconds(2));
    CompletableFuture<Optional<Peer>> found = peers.find("a");
    Question question = questions.take();
    question.write(HEAD + rest);
    assertEquals(Optional.empty(), node(found));
    assertEquals(-1, question.from().getInputStream().read());

    found = peers.find("a");
    questions.take().answer("a");
    assertEquals(Optional.of("a"), node(found));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1})
  void an_answer_has_a_limited_size(int beyond) throws Exception {
    CompletableFuture<Optional<Peer>> found = peers.find("a");
    int least = "{\"node\":\"a\",\"fingerprint\":\"\"}".length();
    questions.take().answer("a", KEY, PeerClient.MAX_STATUS_BYTES - least + beyond);
    assertEquals(beyond > 0 ? Optional.empty() : Optional.of("a"), node(found));
  }

  @Test
  void this_node_is_none_of_the_others() throws Exception {
    assertEquals(Optional.empty(), node(peers.find("own")));
    CompletableFuture<Optional<Peer>> found = peers.find("a");
    questions.take().answer("own");
    assertEquals(Optional.empty(), node(found));
    assertEquals(List.of(), peers.all());
  }
}
