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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Replicas that are found by a name, whose one address has the node that the test says. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PeersTests {
  /** Longer than a slow machine needs for an answer. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** A question for the node's name. It waits for its answer. */
  private record Question(Socket from) {
    void answer(String node) throws IOException {
      String body = "{\"node\":\"" + node + "\",\"fingerprint\":\"\"}";
      String head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + body.length();
      try (from) {
        from.getOutputStream()
            .write((head + "\r\n\r\n" + body).getBytes(StandardCharsets.US_ASCII));
      }
    }
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
    PeerSignature signature =
        new PeerSignature(
            "own", () -> List.of(FleetKey.of(new byte[] {1})), InstantSource.system());
    String address = replica.getInetAddress().getHostAddress();
    return new Peers(
        "own",
        Map.of(),
        Optional.of(URI.create("http://%s:%d/".formatted(address, replica.getLocalPort()))),
        resolver,
        new PeerClient(signature, executor, patience),
        executor);
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = replica.accept();
        BufferedReader head =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        while (!head.readLine().isEmpty()) {
          // a header field
        }
        questions.add(new Question(socket));
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
  void this_node_is_none_of_the_others() throws Exception {
    assertEquals(Optional.empty(), node(peers.find("own")));
    CompletableFuture<Optional<Peer>> found = peers.find("a");
    questions.take().answer("own");
    assertEquals(Optional.empty(), node(found));
    assertEquals(List.of(), peers.all());
  }
}
