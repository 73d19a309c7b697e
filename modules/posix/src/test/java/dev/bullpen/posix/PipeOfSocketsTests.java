package dev.bullpen.posix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class PipeOfSocketsTests {
  private static final byte[] WORD = "word".getBytes(UTF_8);

  private Pipe pipe;

  @BeforeEach
  void open() throws PosixException {
    pipe = Pipe.ofSockets();
  }

  @AfterEach
  void close() {
    pipe.close();
  }

  private static void write(Descriptor descriptor) throws PosixException {
    new IoBuffer().writeTo(descriptor, WORD, 0, WORD.length);
  }

  private byte[] read() throws PosixException {
    return new IoBuffer().readFrom(pipe.reading());
  }

  @Test
  void what_is_written_is_read_until_the_writing_end_is_closed() throws PosixException {
    write(pipe.writing());
    pipe.writing().close();
    assertArrayEquals(WORD, read());
    assertEquals(0, read().length);
  }

  @Test
  void it_goes_one_way_only() {
    PosixException refused = assertThrows(PosixException.class, () -> write(pipe.reading()));
    assertEquals(Errno.EPIPE, refused.errno());
  }

  @Test
  void a_write_fails_as_a_hangup_when_the_reader_has_left_something_unread() throws PosixException {
    write(pipe.writing());
    pipe.reading().close();
    PosixException reset = assertThrows(PosixException.class, () -> write(pipe.writing()));
    assertTrue(Errno.isHangup(reset.errno()), reset.getMessage());
  }

  @Test
  void a_reader_whose_peer_has_left_something_unread_is_at_the_end() throws PosixException {
    try (SocketPair pair = SocketPair.open()) {
      write(pair.ours());
      pair.theirs().close();
      assertEquals(0, new IoBuffer().readFrom(pair.ours()).length);
    }
  }

  @Test
  void neither_end_can_be_opened_by_its_name_and_those_of_a_pipe_can() throws IOException {
    for (Descriptor end : new Descriptor[] {pipe.reading(), pipe.writing()}) {
      assertThrows(IOException.class, () -> new FileOutputStream("/proc/self/fd/" + end.number()));
    }
    try (Pipe other = Pipe.open()) {
      new FileOutputStream("/proc/self/fd/" + other.reading().number()).close();
    }
  }
}
