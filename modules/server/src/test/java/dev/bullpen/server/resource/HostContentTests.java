package dev.bullpen.server.resource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HostContentTests {
  private static final int PIECE = 1000;

  private final Semaphore places = new Semaphore(1);

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static void write(HostContent content, byte[] bytes) throws IOException {
    for (int at = 0; at < bytes.length; at += PIECE) {
      content.write(bytes, at, Math.min(PIECE, bytes.length - at));
    }
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0,
        1,
        HostContent.ON_HEAP_BYTES - 1,
        HostContent.ON_HEAP_BYTES,
        HostContent.ON_HEAP_BYTES + 1,
        3 * HostContent.ON_HEAP_BYTES
      })
  void what_was_written_comes_out(int length) throws Exception {
    byte[] bytes = random(length);
    try (HostContent content = new HostContent(places)) {
      write(content, bytes);
      assertEquals(length, content.length());
      assertArrayEquals(bytes, content.bytes());
    }
    assertEquals(1, places.availablePermits());
  }

  @Test
  void a_short_one_needs_no_place() throws Exception {
    places.acquire();
    try (HostContent content = new HostContent(places)) {
      write(content, random(HostContent.ON_HEAP_BYTES));
    }
    assertEquals(0, places.availablePermits());
  }

  @Test
  void a_long_one_waits_for_a_place_until_another_is_done_with() throws Exception {
    byte[] bytes = random(2 * HostContent.ON_HEAP_BYTES);
    try (HostContent second = new HostContent(places)) {
      Thread writer;
      try (HostContent first = new HostContent(places)) {
        write(first, bytes);
        writer = started(second, bytes, new CountDownLatch(1));
        awaitWaiting();
      }
      writer.join();
      assertArrayEquals(bytes, second.bytes());
    }
    assertEquals(1, places.availablePermits());
  }

  @Test
  void who_waits_for_a_place_that_nobody_wants_any_more_gives_up() throws Exception {
    places.acquire();
    CountDownLatch failed = new CountDownLatch(1);
    try (HostContent content = new HostContent(places)) {
      Thread writer = started(content, random(2 * HostContent.ON_HEAP_BYTES), failed);
      awaitWaiting();
      writer.interrupt();
      failed.await();
    }
    assertEquals(0, places.availablePermits());
  }

  @Test
  void nothing_is_written_to_one_that_is_closed_and_its_place_is_given_back_once()
      throws Exception {
    HostContent content = new HostContent(places);
    write(content, random(2 * HostContent.ON_HEAP_BYTES));
    content.close();
    content.close();
    assertThrows(IOException.class, () -> content.write(0));
    assertEquals(1, places.availablePermits());
  }

  private static Thread started(HostContent content, byte[] bytes, CountDownLatch failed) {
    Thread writer =
        new Thread(
            () -> {
              try {
                write(content, bytes);
              } catch (IOException e) {
                failed.countDown();
              }
            });
    writer.setDaemon(true);
    writer.start();
    return writer;
  }

  private void awaitWaiting() {
    while (!places.hasQueuedThreads()) {
      Thread.onSpinWait();
    }
  }
}
