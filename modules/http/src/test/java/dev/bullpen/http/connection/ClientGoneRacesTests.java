package dev.bullpen.http.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fuzz.Rounds;
import dev.bullpen.http.connection.WaitingHandler.Exchange;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens at the same time has one outcome. */
@Timeout(120)
@Tag("slow")
class ClientGoneRacesTests {
  private static final int ROUNDS = Rounds.of(300, 1_000);
  private static final int MOST_MICROS = 1_500;
  private static final int SECONDS = 20;
  private static final String POST =
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nhi";

  private final Random random = new Random(1);
  private final WaitingHandler handler = new WaitingHandler();
  private final ExecutorService answering = Executors.newSingleThreadExecutor();
  private TestServer server;

  @BeforeEach
  void open() throws IOException {
    server = new TestServer(handler);
  }

  @AfterEach
  void close() {
    answering.shutdown();
    server.close();
  }

  private void pauseAtRandom() {
    LockSupport.parkNanos(random.nextInt(MOST_MICROS) * 1_000L);
  }

  @Test
  void aRequestWhoseClientGoesWhileItIsAnsweredEnds() throws Exception {
    AtomicInteger gone = new AtomicInteger();
    AtomicInteger answered = new AtomicInteger();
    AtomicInteger failed = new AtomicInteger();
    for (int i = 0; i < ROUNDS; i++) {
      RawClient client = RawClient.of(server.listener());
      client.send(POST);
      Exchange exchange = handler.next();
      CompletableFuture<Void> end = new CompletableFuture<>();
      end.whenComplete((done, failure) -> complete(exchange, failure));
      ClientGone.whenGone(
          exchange.request(),
          () -> {
            gone.incrementAndGet();
            end.completeExceptionally(new EofException());
          });
      CompletableFuture<Void> leaving =
          CompletableFuture.runAsync(
              () -> {
                pauseAtRandom();
                leave(client);
              });
      pauseAtRandom();
      answer(exchange, end, answered, failed);
      leaving.join();
      end.handle((done, failure) -> done).get(SECONDS, TimeUnit.SECONDS);
    }
    System.out.printf(
        "%d gone, %d answered, %d writes failed%n", gone.get(), answered.get(), failed.get());
    assertTrue(gone.get() > 0 && answered.get() > 0, "there was no race");
  }

  private void leave(RawClient client) {
    try {
      if (random.nextBoolean()) {
        client.reset();
      } else {
        client.close();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void answer(
      Exchange exchange,
      CompletableFuture<Void> end,
      AtomicInteger answered,
      AtomicInteger failed) {
    exchange
        .response()
        .write(
            true,
            ByteBuffer.wrap("done".getBytes(US_ASCII)),
            Callback.from(
                () -> {
                  answered.incrementAndGet();
                  end.complete(null);
                },
                failure -> {
                  failed.incrementAndGet();
                  end.completeExceptionally(failure);
                }));
  }

  private static void complete(Exchange exchange, Throwable failure) {
    if (failure == null) {
      exchange.callback().succeeded();
    } else {
      exchange.callback().failed(failure);
    }
  }

  @Test
  void aConnectionServesOneWatchedRequestAfterAnother() throws Exception {
    AtomicInteger gone = new AtomicInteger();
    try (RawClient client = RawClient.of(server.listener())) {
      for (int i = 0; i < ROUNDS; i++) {
        client.send(POST);
        Exchange exchange = handler.next();
        ClientGone.whenGone(exchange.request(), gone::incrementAndGet);
        String text = "answer " + i + ".";
        answering.execute(() -> TestServer.text(exchange.response(), exchange.callback(), text));
        client.await(text);
      }
    }
    assertEquals(0, gone.get());
  }

  @Test
  void manySlowHeadsDoNotSlowDownTheOthers() throws Exception {
    int slow = 1_000;
    int quick = 21;
    // Security: 50 ms beside 1,000 slow heads. Other tests may run beside a small one.
    long promise = TimeUnit.MILLISECONDS.toNanos(Rounds.of(1_000, 50));
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < slow; i++) {
        Socket socket = new Socket("127.0.0.1", server.port());
        sockets.add(socket);
        socket.getOutputStream().write("POST / HTTP/1.1\r\nHost: l".getBytes(US_ASCII));
      }
      List<Long> nanos = new ArrayList<>();
      for (int i = 0; i < quick; i++) {
        long began = System.nanoTime();
        try (RawClient client = RawClient.of(server.listener())) {
          client.send(POST);
          Exchange exchange = handler.next();
          TestServer.text(exchange.response(), exchange.callback(), "quick");
          client.await("quick");
        }
        nanos.add(System.nanoTime() - began);
      }
      nanos.sort(null);
      assertTrue(nanos.get(quick / 2) < promise, nanos.toString());
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }
}
