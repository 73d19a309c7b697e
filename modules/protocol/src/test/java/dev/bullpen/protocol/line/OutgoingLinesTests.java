package dev.bullpen.protocol.line;

import static dev.bullpen.protocol.Trees.id;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class OutgoingLinesTests {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final OutgoingBudget SMALL =
      new OutgoingBudget(Long.MAX_VALUE, new WaterMarks(1000, 400));
  private static final OutgoingBudget USUAL = OutgoingBudget.ofHeap();

  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

  @Test
  void lines_come_out_in_the_order_they_went_in() {
    HeldOutput output = HeldOutput.open();
    OutgoingLines writer = start(output, USUAL);
    assertTrue(writer.respond(id(1), line("a")));
    assertTrue(writer.offer(id(2), line("b")));
    assertTrue(writer.send(line("c")));
    assertTrue(writer.close(SOON));
    assertEquals("a\nb\nc\n", output.received());
    assertTrue(events.isEmpty());
  }

  @Test
  void a_line_alone_is_written_without_waiting_for_another() {
    HeldOutput output = HeldOutput.open();
    OutgoingLines writer = start(new BufferedOutputStream(output), USUAL);
    for (String text : List.of("a", "b", "c")) {
      writer.send(line(text));
      await().atMost(SOON).until(() -> output.received().endsWith(text + "\n"));
    }
    assertTrue(writer.close(SOON));
  }

  @Test
  void nothing_keeps_what_has_been_written() {
    HeldOutput output = HeldOutput.open();
    OutgoingLines writer = start(output, USUAL);
    WeakReference<byte[]> large = new WeakReference<>(line("a".repeat(100_000)));
    writer.send(large.get());
    await().atMost(SOON).until(() -> output.received().endsWith("\n"));
    await()
        .atMost(SOON)
        .until(
            () -> {
              System.gc();
              return large.refersTo(null);
            });
    assertTrue(writer.close(SOON));
  }

  @Test
  void what_waits_is_written_together() throws InterruptedException {
    HeldOutput output = HeldOutput.held();
    OutgoingLines writer = start(output, USUAL);
    writer.send(line("first"));
    output.awaitWrite();
    for (int i = 0; i < 100; i++) {
      writer.send(line("x"));
    }
    output.release();
    assertTrue(writer.close(SOON));
    assertEquals(List.of(6, 200), output.writes());
  }

  @Test
  void a_large_line_is_written_whole_in_pieces_of_a_page() {
    HeldOutput output = HeldOutput.open();
    OutgoingLines writer = start(output, USUAL);
    String large = "0123456789".repeat(1_000);
    writer.send(line(large));
    assertTrue(writer.close(SOON));
    assertEquals(large + "\n", output.received());
    assertEquals(List.of(4096, 4096, 1809), output.writes());
  }

  @Test
  void a_reader_that_stands_still_blocks_no_caller() throws InterruptedException {
    HeldOutput output = HeldOutput.held();
    OutgoingLines writer = start(output, SMALL);
    writer.send(line("first"));
    output.awaitWrite();
    for (int i = 0; i < 500; i++) {
      assertTrue(writer.respond(id(i), line("answer " + i)));
      writer.offer(id(i), line("progress " + i));
    }
    assertTrue(writer.isFull());
    assertFalse(writer.offer(id(0), line("progress")));
    assertTrue(writer.withdraw(id(7)));
    output.release();
    assertTrue(writer.close(SOON));
    String received = output.received();
    for (int i = 0; i < 500; i++) {
      assertEquals(i != 7, received.contains("answer " + i + "\n"), "answer " + i);
    }
  }

  @Test
  void a_message_can_be_withdrawn_until_it_is_taken_for_writing() throws InterruptedException {
    HeldOutput output = HeldOutput.held();
    OutgoingLines writer = start(output, USUAL);
    writer.respond(id(1), line("one"));
    output.awaitWrite();
    writer.offer(id(2), line("half"));
    writer.respond(id(2), line("two"));
    writer.respond(id("2"), line("text two"));
    assertFalse(writer.withdraw(id(1)));
    assertTrue(writer.withdraw(id(2)));
    assertFalse(writer.withdraw(id(2)));
    assertFalse(writer.withdraw(id(3)));
    output.release();
    assertTrue(writer.close(SOON));
    assertEquals("one\ntext two\n", output.received());
  }

  @Test
  void a_line_is_either_withdrawn_or_written() throws Exception {
    HeldOutput output = HeldOutput.open();
    OutgoingLines writer = start(output, USUAL);
    int rounds = 3000;
    Set<Integer> withdrawn = new HashSet<>();
    BlockingQueue<Integer> handedOver = new LinkedBlockingQueue<>();
    Thread canceller =
        new Thread(
            () -> {
              for (int i = 0; i < rounds; i++) {
                int round = take(handedOver);
                if (writer.withdraw(id(round))) {
                  withdrawn.add(round);
                }
              }
            });
    canceller.start();
    for (int i = 0; i < rounds; i++) {
      // Some cancels come before the answer, some after, some in between.
      if (i % 3 == 0) {
        handedOver.add(i);
      }
      writer.respond(id(i), line("answer " + i));
      if (i % 3 != 0) {
        handedOver.add(i);
      }
    }
    canceller.join();
    assertTrue(writer.close(SOON));
    Set<String> received = Set.of(output.received().split("\n"));
    for (int i = 0; i < rounds; i++) {
      assertNotEquals(withdrawn.contains(i), received.contains("answer " + i), "answer " + i);
    }
  }

  @Test
  void a_full_queue_says_once_that_it_has_room_again() throws InterruptedException {
    HeldOutput output = HeldOutput.held();
    OutgoingLines writer = start(output, SMALL);
    writer.respond(id(1), line("x".repeat(599)));
    output.awaitWrite();
    writer.respond(id(2), line("x".repeat(399)));
    assertFalse(writer.isFull());
    writer.respond(id(3), line(""));
    assertTrue(writer.isFull());
    assertTrue(events.isEmpty());
    assertTrue(writer.withdraw(id(3)));
    assertTrue(writer.isFull());
    output.release();
    assertEquals("room on writer", events.poll(10, TimeUnit.SECONDS));
    assertFalse(writer.isFull());
    assertTrue(writer.close(SOON));
    assertTrue(events.isEmpty());
  }

  @Test
  void a_queue_that_a_withdrawal_emptied_has_room_again() {
    OutgoingLines writer = start(HeldOutput.open(), SMALL);
    for (int i = 0; i < 300; i++) {
      // Mostly quicker than the writer wakes up, which then finds nothing to write.
      writer.respond(id(i), line("x".repeat(1001)));
      writer.withdraw(id(i));
      long deadline = System.nanoTime() + SOON.toNanos();
      while (writer.isFull()) {
        assertTrue(System.nanoTime() < deadline, "still full in round " + i);
        Thread.onSpinWait();
      }
    }
    assertTrue(writer.close(SOON));
  }

  @Test
  void a_callback_that_fails_does_not_end_the_writing() {
    HeldOutput output = HeldOutput.open();
    CountDownLatch called = new CountDownLatch(1);
    CompletableFuture<Throwable> reported = new CompletableFuture<>();
    OutgoingLines writer =
        TestClient.slow(output)
            .start(
                SMALL,
                () -> {
                  Thread.currentThread()
                      .setUncaughtExceptionHandler((thread, e) -> reported.complete(e));
                  called.countDown();
                  throw new IllegalStateException("oops");
                });
    writer.send(line("x".repeat(1001)));
    assertEquals("oops", reported.orTimeout(10, TimeUnit.SECONDS).join().getMessage());
    assertTrue(writer.send(line("still here")));
    assertTrue(writer.close(SOON));
    assertTrue(output.received().endsWith("still here\n"));
    assertEquals(0, called.getCount());
  }

  private OutgoingLines start(OutputStream output, OutgoingBudget budget) {
    OutgoingLines writer = TestClient.slow(output).start(budget, () -> note("room"));
    writer.broken().thenAccept(e -> note(e.getMessage()));
    return writer;
  }

  private void note(String what) {
    events.add(what + " on " + Thread.currentThread().getName());
  }

  private static int take(BlockingQueue<Integer> queue) {
    try {
      return queue.poll(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] line(String text) {
    return (text + "\n").getBytes(UTF_8);
  }
}
