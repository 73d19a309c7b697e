package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Writing without waiting. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class OfferTests {
  private static final int MUCH = 1_000_000;

  @Test
  void a_full_pipe_takes_what_there_is_room_for() throws IOException {
    try (Pipe pipe = Pipe.open()) {
      pipe.writing().neverWait();
      DescriptorOutput output = new DescriptorOutput(pipe.writing());
      ByteBuffer bytes = ByteBuffer.allocate(MUCH);
      int holds = 0;
      for (int taken = output.offer(bytes); taken > 0; taken = output.offer(bytes)) {
        holds += taken;
      }
      assertTrue(holds > 0 && holds < MUCH, holds + " bytes");
      assertEquals(MUCH - holds, bytes.remaining());
      DescriptorInput input = new DescriptorInput(pipe.reading());
      assertEquals(0, input.read());
      assertTrue(output.offer(bytes) > 0, "some of it has been read");
    }
  }

  @Test
  void no_process_reads_any_more() throws IOException {
    try (Pipe pipe = Pipe.open()) {
      pipe.writing().neverWait();
      pipe.reading().close();
      DescriptorOutput output = new DescriptorOutput(pipe.writing());
      PosixException broken =
          assertThrows(PosixException.class, () -> output.offer(ByteBuffer.allocate(1)));
      assertEquals(Errno.EPIPE, broken.errno());
    }
  }
}
