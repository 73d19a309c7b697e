package dev.bullpen.server.client;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.line.WaterMarks;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LargeAnswersTests {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final LargeAnswers answers = new LargeAnswers();
  private final Wire wire = Wire.stopped(new WaterMarks(100, 50), answers::roomAgain);
  private final Optional<Client> unread = Optional.of(Calls.client(wire));
  private final Optional<Client> reading = Optional.of(Calls.client(Wire.reading()));
  private final CompletableFuture<Void> used = new CompletableFuture<>();

  @AfterEach
  void end() {
    wire.readOn();
    answers.close();
  }

  private void fill() throws InterruptedException {
    wire.writer().send(JsonRpc.line(Json.object()));
    wire.awaitBlocked();
    wire.writer().send(JsonRpc.line(Json.object().put("padding", "x".repeat(200))));
    assertTrue(unread.orElseThrow().isFull());
  }

  @Test
  void one_is_made_at_a_time_in_their_order() {
    CompletableFuture<Void> first = answers.turn(reading, used);
    CompletableFuture<Void> second = answers.turn(reading, new CompletableFuture<>());
    assertTrue(first.isDone());
    assertFalse(second.isDone());
    used.complete(null);
    assertTrue(second.isDone());
  }

  @Test
  void a_client_that_does_not_read_delays_its_own_alone_and_until_it_reads() throws Exception {
    fill();
    CompletableFuture<Void> own = answers.turn(unread, new CompletableFuture<>());
    CompletableFuture<Void> others = answers.turn(reading, used);
    assertFalse(own.isDone());
    assertTrue(others.isDone());
    used.complete(null);
    assertFalse(own.isDone(), "the client still reads nothing");
    wire.readOn();
    await().atMost(LONG).until(own::isDone);
  }

  @Test
  void one_that_is_not_wanted_any_more_keeps_no_other_waiting() {
    answers.turn(reading, used);
    CompletableFuture<Void> cancelled = answers.turn(reading, new CompletableFuture<>());
    CompletableFuture<Void> next = answers.turn(reading, new CompletableFuture<>());
    cancelled.cancel(false);
    used.complete(null);
    assertTrue(next.isDone());
  }

  @Test
  void a_defect_in_making_one_keeps_no_other_waiting() {
    List<String> made = new CopyOnWriteArrayList<>();
    answers.make(
        reading.orElseThrow(),
        () -> {
          throw new IllegalStateException("a defect");
        });
    answers.make(reading.orElseThrow(), () -> made.add("next"));
    await().atMost(LONG).until(() -> made.equals(List.of("next")));
    assertEquals(1, made.size());
  }

  @Test
  void an_answer_is_made_although_no_thread_can_be_had_for_it() {
    List<String> made = new ArrayList<>();
    ExecutorService broken =
        new ThreadPoolExecutor(0, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>()) {
          @Override
          public void execute(Runnable task) {
            throw new NoClassDefFoundError("as the test wants it");
          }
        };
    try (LargeAnswers here = new LargeAnswers(broken)) {
      here.make(reading.orElseThrow(), () -> made.add("first"));
      here.make(reading.orElseThrow(), () -> made.add("next"));
    }
    assertEquals(List.of("first", "next"), made);
  }
}
