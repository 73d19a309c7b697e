package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FifoTests {
  @TempDir Path folder;

  private final IoBuffer buffer = new IoBuffer();

  @Test
  void what_one_writer_after_another_writes_is_read_in_order_and_there_is_no_end()
      throws IOException {
    Path path = folder.resolve("ü 'events'");
    try (Descriptor fifo = Descriptor.ofNewFifo(path)) {
      assertEquals("", text(fifo));
      assertEquals(0, Ran.script("echo one >\"$1\"; echo two >>\"$1\"", path).status().shellCode());
      assertEquals("one\ntwo\n", text(fifo));
      assertEquals("", text(fifo));
      Ran.script("echo three >>\"$1\"", path);
      assertEquals("three\n", text(fifo));
    }
  }

  @Test
  void a_poll_is_woken_by_a_writer_and_not_by_its_going() throws IOException {
    Path path = folder.resolve("events");
    try (Descriptor fifo = Descriptor.ofNewFifo(path)) {
      Poll poll = new Poll(1);
      poll.set(0, fifo.number());
      Ran.script(": >\"$1\"", path);
      assertEquals(false, poll.check());
      Ran.script("echo >\"$1\"", path);
      assertTrue(poll.await(Duration.ofSeconds(10)));
    }
  }

  @Test
  void where_something_is_already_none_is_made() throws IOException {
    Path path = Files.createFile(folder.resolve("events"));
    PosixException refused = assertThrows(PosixException.class, () -> Descriptor.ofNewFifo(path));
    assertEquals("mkfifo " + path, refused.call());
  }

  private String text(Descriptor fifo) throws IOException {
    return new String(buffer.readPresent(fifo), StandardCharsets.UTF_8);
  }
}
