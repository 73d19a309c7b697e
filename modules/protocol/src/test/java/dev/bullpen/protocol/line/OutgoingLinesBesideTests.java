package dev.bullpen.protocol.line;

import static dev.bullpen.protocol.Trees.id;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages written by the thread that adds them. */
@Timeout(30)
class OutgoingLinesBesideTests {
  private static final Duration SOON = Duration.ofSeconds(10);

  private final CompletableFuture<IOException> broken = new CompletableFuture<>();

  private OutgoingLines start(TestClient client) {
    OutgoingLines writer = client.start(OutgoingBudget.ofHeap(), () -> {});
    writer.broken().thenAccept(broken::complete);
    return writer;
  }

  private static byte[] line(String text) {
    return (text + "\n").getBytes(UTF_8);
  }

  @Test
  void a_message_with_room_and_nothing_before_it_is_written_by_the_thread_that_adds_it() {
    HeldOutput output = HeldOutput.open();
    OutgoingLines writer = start(new TestClient(output, () -> true));
    assertTrue(writer.respond(id(1), line("a")));
    assertEquals("a\n", output.received());
    assertSame(Thread.currentThread(), output.writer());
    assertTrue(writer.close(SOON));
  }

  @Test
  void without_room_it_is_left_to_the_writing_thread() {
    HeldOutput output = HeldOutput.open();
    OutgoingLines writer = start(TestClient.slow(output));
    writer.respond(id(1), line("a"));
    assertTrue(writer.close(SOON));
    assertNotSame(Thread.currentThread(), output.writer());
  }

  @Test
  void messages_added_during_such_a_write_wait_and_can_be_withdrawn() throws Exception {
    HeldOutput output = HeldOutput.held();
    OutgoingLines writer = start(new TestClient(output, () -> true));
    Thread first = new Thread(() -> writer.send(line("first")));
    first.start();
    output.awaitWrite();
    writer.respond(id(1), line("withdrawn"));
    writer.respond(id(2), line("second"));
    assertTrue(writer.withdraw(id(1)));
    assertFalse(writer.close(Duration.ZERO));
    output.release();
    first.join(SOON.toMillis());
    assertEquals("first\n", output.received());
  }

  @Test
  void what_waited_is_written_when_it_is_over() throws Exception {
    HeldOutput output = HeldOutput.held();
    OutgoingLines writer = start(new TestClient(output, () -> true));
    Thread first = new Thread(() -> writer.send(line("first")));
    first.start();
    output.awaitWrite();
    writer.send(line("second"));
    writer.send(line("third"));
    output.release();
    assertTrue(writer.close(SOON));
    assertEquals("first\nsecond\nthird\n", output.received());
  }

  @Test
  void an_answer_that_filled_the_queue_and_is_withdrawn_meanwhile_leaves_it_room()
      throws Exception {
    HeldOutput output = HeldOutput.held();
    AtomicBoolean hasRoom = new AtomicBoolean();
    BlockingQueue<Thread> roomReported = new LinkedBlockingQueue<>();
    CountDownLatch goOn = new CountDownLatch(1);
    OutgoingLines writer =
        new TestClient(firstOf(output), hasRoom::get)
            .start(
                new OutgoingBudget(Long.MAX_VALUE, new WaterMarks(100, 50)),
                () -> {
                  roomReported.add(Thread.currentThread());
                  await(goOn);
                });
    writer.send(line("x".repeat(200)));
    Thread writing = roomReported.poll(10, TimeUnit.SECONDS);
    // The writer's thread is kept from its queue until that is full, and another writes.
    hasRoom.set(true);
    new Thread(() -> writer.send(line("beside"))).start();
    output.awaitWrite();
    writer.respond(id(1), line("y".repeat(200)));
    goOn.countDown();
    awaitNothingToDo(writing);
    assertTrue(writer.isFull());
    assertTrue(writer.withdraw(id(1)));
    output.release();
    assertNotNull(roomReported.poll(10, TimeUnit.SECONDS), "the room is not reported");
    assertFalse(writer.isFull());
    assertTrue(writer.close(SOON));
  }

  /** One line goes by at once, all others to what is given. */
  private static OutputStream firstOf(OutputStream others) {
    return new OutputStream() {
      private boolean isFirst = true;

      @Override
      public void write(int octet) {
        throw new UnsupportedOperationException();
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        if (!isFirst) {
          others.write(bytes, offset, length);
        }
        isFirst = false;
      }
    };
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void awaitNothingToDo(Thread writing) {
    long deadline = System.nanoTime() + SOON.toNanos();
    while (!(LockSupport.getBlocker(writing) instanceof Condition)) {
      assertTrue(System.nanoTime() < deadline, "the writer's thread finds something to do");
      Thread.onSpinWait();
    }
  }

  @Test
  void a_broken_pipe_found_so_is_reported_by_the_writing_thread() throws Exception {
    OutgoingLines writer = start(new TestClient(HeldOutput.broken(), () -> true));
    writer.send(line("x"));
    assertEquals("Broken pipe", broken.get(10, TimeUnit.SECONDS).getMessage());
    assertFalse(writer.close(SOON));
    assertFalse(writer.send(line("y")));
  }

  @Test
  void many_threads_and_a_client_with_room_now_and_then_lose_and_mix_nothing() throws Exception {
    int threads = 8;
    int each = 2_000;
    List<String> seen = new ArrayList<>();
    OutputStream whole =
        new OutputStream() {
          @Override
          public void write(int octet) {
            throw new UnsupportedOperationException();
          }

          // Without a lock of its own: two writes at once would be seen in the list.
          @Override
          public void write(byte[] bytes, int offset, int length) {
            seen.add(new String(bytes, offset, length, UTF_8));
          }
        };
    OutgoingLines writer =
        start(new TestClient(whole, () -> ThreadLocalRandom.current().nextInt(3) > 0));
    List<Thread> all = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      int number = t;
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < each; i++) {
                  String pages = "x".repeat(i % 50 == 0 ? 9_000 : 0);
                  writer.send(line(number + " " + i + " " + pages));
                }
              });
      all.add(thread);
      thread.start();
    }
    for (Thread thread : all) {
      thread.join(SOON.toMillis());
    }
    assertTrue(writer.close(SOON));
    Map<String, Integer> next = new HashMap<>();
    for (String text : String.join("", seen).split("\n")) {
      String[] parts = text.split(" ");
      assertEquals(next.merge(parts[0], 1, Integer::sum) - 1, Integer.parseInt(parts[1]), text);
    }
    assertEquals(threads * each, next.values().stream().mapToInt(Integer::intValue).sum());
  }
}
