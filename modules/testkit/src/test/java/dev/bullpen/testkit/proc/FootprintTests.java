package dev.bullpen.testkit.proc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** This JVM holds what earlier tests have left to be closed, too: only what is made here counts. */
class FootprintTests {
  private final long self = ProcessHandle.current().pid();

  @Test
  void an_open_file_and_its_closing_are_seen() throws IOException {
    Footprint before = Footprint.of(self);
    try (InputStream open = Files.newInputStream(Path.of("/dev/zero"))) {
      assertEquals(0, open.read());
      Footprint during = Footprint.of(self);
      assertFalse(during.sameHoldings(before));
      assertSays("+1 descriptor /dev/zero;", during.since(before));
      assertSays("-1 descriptor /dev/zero;", before.since(during));
    }
    assertSaysNothingOf("/dev/zero", Footprint.of(self).since(before));
    assertEquals("no difference", before.since(before));
  }

  @Test
  void a_thread_is_seen_by_its_name() throws InterruptedException {
    Footprint before = Footprint.of(self);
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              running.countDown();
              awaitQuietly(end);
            },
            "footprint 7");
    thread.start();
    running.await();
    assertSays("+1 thread footprint #;", Footprint.of(self).since(before));
    assertSaysNothingOf(
        "footprint", Footprint.of(self).withoutThreads("footprint #").since(before));
    end.countDown();
    thread.join();
  }

  @Test
  void memory_is_measured_but_fails_nothing() {
    Footprint now = Footprint.of(self);
    assertTrue(now.residentKib() > 1024, "a JVM needs more than a MiB: " + now.residentKib());
    assertTrue(now.peakKib() >= now.residentKib());
    assertTrue(now.sameHoldings(new Footprint(now.descriptors(), now.threads(), 0, 0)));
  }

  @Test
  void a_process_that_is_gone_cannot_be_measured() throws IOException, InterruptedException {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    assertThrows(UncheckedIOException.class, () -> Footprint.of(gone.pid()));
  }

  private static void assertSays(String difference, String all) {
    assertTrue(all.contains(difference), all);
  }

  private static void assertSaysNothingOf(String what, String all) {
    assertFalse(all.contains(what), all);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
