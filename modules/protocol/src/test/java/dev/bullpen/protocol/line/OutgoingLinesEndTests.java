package dev.bullpen.protocol.line;

import static dev.bullpen.protocol.Trees.id;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class OutgoingLinesEndTests {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final OutgoingBudget SMALL =
      new OutgoingBudget(Long.MAX_VALUE, new WaterMarks(1000, 400));
  private static final OutgoingBudget USUAL = OutgoingBudget.ofHeap();

  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

  @Test
  void the_writing_is_done_by_one_thread_that_ends() throws InterruptedException {
    HeldOutput output = HeldOutput.open();
    OutgoingLines writer = start(output, USUAL);
    writer.send(line("a"));
    assertTrue(writer.close(SOON));
    assertEquals("writer", output.writer().getName());
    assertTrue(output.writer().isDaemon());
    output.writer().join(SOON.toMillis());
    assertFalse(output.writer().isAlive());
  }

  @Test
  void a_broken_pipe_is_reported_once_and_ends_everything() throws InterruptedException {
    HeldOutput output = HeldOutput.held();
    OutgoingLines writer = start(output, USUAL);
    writer.respond(id(1), line("one"));
    output.awaitWrite();
    writer.respond(id(2), line("two"));
    output.breakPipe();
    output.release();
    assertEquals("Broken pipe on writer", events.poll(10, TimeUnit.SECONDS));
    assertFalse(writer.respond(id(3), line("three")));
    assertFalse(writer.send(line("four")));
    assertFalse(writer.offer(id(5), line("five")));
    assertFalse(writer.withdraw(id(2)));
    assertFalse(writer.isFull());
    assertFalse(writer.close(SOON));
    assertEquals(List.of(4), output.writes());
    output.writer().join(SOON.toMillis());
    assertFalse(output.writer().isAlive());
    assertTrue(events.isEmpty());
  }

  @Test
  void for_how_long_the_client_has_taken_nothing_is_known_while_something_waits() {
    HeldOutput output = HeldOutput.held();
    OutgoingLines writer = start(output, USUAL);
    assertEquals(Duration.ZERO, writer.unreadFor());
    writer.respond(id(1), line("one"));
    await().until(() -> writer.unreadFor().compareTo(Duration.ofMillis(20)) > 0);
    output.release();
    assertTrue(writer.awaitNothingLeft(SOON));
    assertEquals(Duration.ZERO, writer.unreadFor());
    assertTrue(writer.close(SOON));
  }

  @Test
  void each_page_that_a_slow_client_takes_counts_as_read() {
    Semaphore pages = new Semaphore(0);
    OutputStream slow = new PageByPage(pages);
    OutgoingLines writer = start(slow, USUAL);
    writer.send(line("x".repeat(60_000)));
    for (int page = 0; page < 3; page++) {
      await().until(() -> writer.unreadFor().compareTo(Duration.ofMillis(200)) > 0);
      long released = System.nanoTime();
      pages.release();
      await().until(() -> writer.unreadFor().toNanos() < System.nanoTime() - released);
      assertFalse(writer.awaitNothingLeft(Duration.ZERO));
    }
    pages.release(100);
    assertTrue(writer.close(SOON));
  }

  @Test
  void that_nothing_is_left_can_be_waited_for_and_is_not_the_end() throws Exception {
    HeldOutput output = HeldOutput.held();
    OutgoingLines writer = start(output, USUAL);
    assertTrue(writer.awaitNothingLeft(Duration.ZERO));
    writer.respond(id(1), line("one"));
    output.awaitWrite();
    writer.respond(id(2), line("two"));
    assertFalse(writer.awaitNothingLeft(Duration.ofMillis(1)));
    CompletableFuture<Boolean> waiting =
        CompletableFuture.supplyAsync(() -> writer.awaitNothingLeft(Duration.ofDays(1)));
    output.release();
    assertTrue(waiting.get(10, TimeUnit.SECONDS));
    assertEquals("one\ntwo\n", output.received());
    assertTrue(writer.send(line("three")));
    assertTrue(writer.close(SOON));
  }

  @Test
  void a_broken_pipe_ends_that_wait() throws Exception {
    HeldOutput output = HeldOutput.held();
    OutgoingLines writer = start(output, USUAL);
    writer.send(line("one"));
    output.awaitWrite();
    writer.send(line("two"));
    CompletableFuture<Boolean> waiting =
        CompletableFuture.supplyAsync(() -> writer.awaitNothingLeft(Duration.ofDays(1)));
    output.breakPipe();
    output.release();
    assertFalse(waiting.get(10, TimeUnit.SECONDS));
  }

  @Test
  void a_reaction_to_the_broken_pipe_may_close_at_once() throws Exception {
    HeldOutput output = HeldOutput.broken();
    CompletableFuture<Boolean> closed = new CompletableFuture<>();
    OutgoingLines writer = start(output, SMALL);
    writer.broken().thenRun(() -> closed.complete(writer.close(Duration.ofDays(1))));
    writer.send(line("x"));
    assertFalse(closed.get(10, TimeUnit.SECONDS));
  }

  @Test
  void an_output_that_fails_oddly_counts_as_broken() {
    OutputStream odd =
        new OutputStream() {
          @Override
          public void write(int b) {
            Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> events.add("" + e));
            throw new IllegalStateException("odd");
          }
        };
    OutgoingLines writer = start(odd, SMALL);
    writer.send(line("x"));
    await().atMost(SOON).until(() -> events.size() == 2);
    assertTrue(events.contains("writing to the client has ended unexpectedly on writer"));
    assertTrue(events.contains("java.lang.IllegalStateException: odd"));
    assertFalse(writer.send(line("y")));
    assertFalse(writer.close(SOON));
  }

  @Test
  void closing_writes_what_waits_and_takes_no_more() throws Exception {
    HeldOutput output = HeldOutput.held();
    OutgoingLines writer = start(output, USUAL);
    writer.send(line("one"));
    output.awaitWrite();
    writer.send(line("two"));
    CompletableFuture<Boolean> closed = CompletableFuture.supplyAsync(() -> writer.close(SOON));
    await().atMost(SOON).until(() -> !writer.send(line("?")));
    output.release();
    assertTrue(closed.get(10, TimeUnit.SECONDS));
    String received = output.received();
    assertTrue(received.startsWith("one\ntwo\n"), received);
    assertFalse(writer.respond(id(1), line("three")));
    assertTrue(writer.close(SOON));
    assertEquals(received, output.received());
  }

  @Test
  void closing_ends_at_its_deadline_though_the_reader_stands_still() throws InterruptedException {
    HeldOutput output = HeldOutput.held();
    OutgoingLines writer = start(output, USUAL);
    writer.send(line("one"));
    output.awaitWrite();
    writer.send(line("two"));
    long before = System.nanoTime();
    assertFalse(writer.close(Duration.ofMillis(50)));
    long waited = System.nanoTime() - before;
    assertTrue(waited >= Duration.ofMillis(50).toNanos(), "gave up after " + waited + " ns");
    assertTrue(waited < Duration.ofSeconds(10).toNanos(), "gave up after " + waited + " ns");
    output.release();
    await().atMost(SOON).until(() -> output.writer() != null);
    output.writer().join(SOON.toMillis());
    assertFalse(output.writer().isAlive());
    assertEquals("one\n", output.received());
    assertFalse(writer.close(SOON));
  }

  @Test
  void closing_at_once_is_no_loss_if_nothing_waits() {
    HeldOutput output = HeldOutput.open();
    assertTrue(start(output, SMALL).close(Duration.ZERO));
    assertEquals("", output.received());
  }

  @Test
  void closing_wakes_a_writer_that_waits_for_work() {
    HeldOutput output = HeldOutput.open();
    OutgoingLines writer = start(output, SMALL);
    writer.send(line("a"));
    await()
        .atMost(SOON)
        .until(() -> output.writer() != null && output.writer().getState() == Thread.State.WAITING);
    assertTrue(writer.close(Duration.ofDays(1)));
  }

  @Test
  void closing_ends_when_interrupted() throws InterruptedException {
    HeldOutput output = HeldOutput.held();
    OutgoingLines writer = start(output, USUAL);
    writer.send(line("one"));
    output.awaitWrite();
    Thread.currentThread().interrupt();
    assertFalse(writer.close(Duration.ofDays(1)));
    assertTrue(Thread.interrupted());
    output.release();
  }

  private OutgoingLines start(OutputStream output, OutgoingBudget budget) {
    OutgoingLines writer = TestClient.slow(output).start(budget, () -> note("room"));
    writer.broken().thenAccept(e -> note(e.getMessage()));
    return writer;
  }

  private void note(String what) {
    events.add(what + " on " + Thread.currentThread().getName());
  }

  private static byte[] line(String text) {
    return (text + "\n").getBytes(UTF_8);
  }
}
