package dev.bullpen.http.fleet;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.http.fleet.PeerSignature.Signed;
import dev.bullpen.http.stream.HttpAnswer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that a replica of the test serves, on one connection. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForwardedRequestTests {
  private static final Signed REQUEST = new Signed("POST", "/mcp", List.of(), new byte[] {'1'});
  private static final String ANSWER = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";

  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final Queue<Socket> connections = new ConcurrentLinkedQueue<>();
  private final CountDownLatch secondIsThere = new CountDownLatch(1);
  private final CompletableFuture<Boolean> broke = new CompletableFuture<>();
  private ServerSocket replica;

  @BeforeEach
  void listen() throws IOException {
    replica = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    pool.execute(this::accept);
  }

  @AfterEach
  void close() throws Exception {
    replica.close();
    for (Socket connection : connections) {
      connection.close();
    }
    pool.shutdown();
    pool.awaitTermination(10, TimeUnit.SECONDS);
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = replica.accept();
        connections.add(socket);
        pool.execute(() -> serve(socket));
      }
    } catch (IOException e) {
      // The test has ended.
    }
  }

  /** Answers the first request at once; the second when the first has been begun in full. */
  private void serve(Socket socket) {
    try (socket) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      readRequest(in);
      answer(socket);
      readRequest(in);
      secondIsThere.countDown();
      if (broke.join()) {
        answer(socket);
      }
      in.read(); // until the end
    } catch (IOException e) {
      // The connection was closed: the second request has no answer.
    }
  }

  private static void readRequest(BufferedReader in) throws IOException {
    for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
      // a header field
    }
    in.read(); // the body
  }

  private static void answer(Socket socket) throws IOException {
    socket.getOutputStream().write(ANSWER.getBytes(StandardCharsets.US_ASCII));
  }

  /** A request whose client gets that answer. */
  private static final class Client implements ForwardedRequest.Fallback {
    final AtomicInteger status = new AtomicInteger();
    final CompletableFuture<String> end = new CompletableFuture<>();

    /** The writes that have not ended, of a client that does not read. */
    final Queue<Callback> unread = new ConcurrentLinkedQueue<>();

    volatile boolean isReading = true;
    final ForwardedRequest forwarded = new ForwardedRequest(answer(), "here", this);

    private HttpAnswer answer() {
      Response response =
          (Response)
              Proxy.newProxyInstance(
                  Response.class.getClassLoader(),
                  new Class<?>[] {Response.class},
                  (proxy, method, arguments) ->
                      switch (method.getName()) {
                        case "getHeaders" -> HttpFields.build();
                        case "setStatus" -> {
                          status.set((Integer) arguments[0]);
                          yield null;
                        }
                        case "write" -> {
                          if (isReading) {
                            ((Callback) arguments[2]).succeeded();
                          } else {
                            unread.add((Callback) arguments[2]);
                          }
                          yield null;
                        }
                        default -> null;
                      });
      return new HttpAnswer(
          response, Callback.from(() -> end.complete("answered"), why -> end.complete("broken")));
    }

    @Override
    public void unreachable() {
      end.complete("unreachable");
    }

    @Override
    public void lost() {
      end.complete("lost");
    }

    @Override
    public byte[] lastEvent() {
      return new byte[0];
    }
  }

  @RepeatedTest(20)
  void one_that_ends_while_it_is_begun_does_not_break_the_next_on_its_connection()
      throws Exception {
    AtomicBoolean isArmed = new AtomicBoolean();
    Thread beginning = Thread.currentThread();
    Client first = new Client();
    Client second = new Client();
    Peer peer = new Peer("a", URI.create("http://127.0.0.1:%d/".formatted(replica.getLocalPort())));
    PeerClient[] client = new PeerClient[1];
    Executor executor =
        task -> {
          pool.execute(task);
          if (Thread.currentThread() == beginning && isArmed.getAndSet(false)) { // held up here
            first.forwarded.end().join();
            second.forwarded.begin(client[0], peer, REQUEST);
            awaitSecond();
          }
        };
    client[0] = client(executor);
    isArmed.set(true);
    first.forwarded.begin(client[0], peer, REQUEST);
    broke.complete(true);
    assertEquals("answered", first.end.join());
    assertEquals("answered", second.end.join());
    assertEquals(202, second.status.get());
    assertEquals(1, connections.size(), "the control: it is the same connection");
    assertTrue(peer.open.isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"})
  void one_that_is_abandoned_breaks_its_connection(String begun) throws Exception {
    CompletableFuture<Boolean> hasEnded = new CompletableFuture<>();
    CountDownLatch isThere = new CountDownLatch(1);
    try (ServerSocket slow = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      pool.execute(
          () -> {
            try (Socket socket = slow.accept()) {
              BufferedReader in =
                  new BufferedReader(
                      new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
              readRequest(in);
              socket.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
              isThere.countDown();
              hasEnded.complete(in.read() < 0);
            } catch (IOException e) {
              hasEnded.complete(true); // reset
            }
          });
      Client leaving = new Client();
      Peer peer = new Peer("a", URI.create("http://127.0.0.1:%d/".formatted(slow.getLocalPort())));
      leaving.forwarded.begin(client(pool), peer, REQUEST);
      isThere.await();
      if (!begun.isEmpty()) {
        await().atMost(Duration.ofSeconds(30)).until(() -> leaving.status.get() == 200);
      }
      assertFalse(hasEnded.isDone(), "the control: it stands until then");
      leaving.forwarded.abandon();
      assertTrue(hasEnded.join());
      assertEquals("broken", leaving.end.join());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\r\n\r\nwhole",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nwhole\r\n0\r\n\r\n"
      })
  void the_end_is_written_when_the_part_before_it_has_been(String answer) throws Exception {
    Client slow = new Client();
    Peer peer = beginUnread(slow, answer);
    assertEquals(1, slow.unread.size(), "two writes at once");
    assertFalse(slow.forwarded.end().isDone());
    slow.unread.remove().succeeded();
    assertEquals(1, slow.unread.size());
    assertFalse(slow.end.isDone());
    slow.unread.remove().succeeded();
    assertEquals("answered", slow.end.join());
    assertTrue(peer.open.isEmpty());
  }

  @Test
  void one_whose_client_goes_before_the_end_is_written_is_over() throws Exception {
    Client leaving = new Client();
    Peer peer = beginUnread(leaving, "Content-Length: 5\r\n\r\nwhole");
    leaving.unread.remove().failed(new IOException("gone"));
    assertEquals("broken", leaving.end.join());
    assertTrue(leaving.unread.isEmpty(), "written for no reader");
    assertTrue(peer.open.isEmpty());
  }

  /** Begin a request, and have its whole answer come while the client does not read. */
  private Peer beginUnread(Client client, String answer) throws Exception {
    client.isReading = false;
    Peer peer;
    ThreadPoolExecutor threads = (ThreadPoolExecutor) Executors.newCachedThreadPool();
    try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      peer = new Peer("a", URI.create("http://127.0.0.1:%d/".formatted(other.getLocalPort())));
      client.forwarded.begin(client(threads), peer, REQUEST);
      Socket socket = other.accept();
      connections.add(socket);
      socket
          .getOutputStream()
          .write(("HTTP/1.1 200 OK\r\n" + answer).getBytes(StandardCharsets.US_ASCII));
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> !client.unread.isEmpty() && threads.getActiveCount() == 0);
    } finally {
      threads.shutdown();
    }
    return peer;
  }

  private static PeerClient client(Executor executor) {
    return new PeerClient(
        new PeerSignature(
            "own", () -> List.of(FleetKey.of(new byte[] {1})), InstantSource.system()),
        executor,
        Duration.ofSeconds(30));
  }

  private void awaitSecond() {
    try {
      secondIsThere.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
