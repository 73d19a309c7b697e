package dev.bullpen.pool.helper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.pool.thread.PoolThreads;
import dev.bullpen.posix.DescriptorInput;
import dev.bullpen.posix.Pipe;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameReader;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(
    value = 30,
    threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a blocked write cannot be interrupted
class FrameSenderTests {
  /** Two of them are more than a pipe holds. */
  private static final byte[] MUCH = new byte[40_000];

  private static final int FRAMES = 5;

  @Test
  void whoever_sends_does_not_wait_for_one_who_does_not_read_and_nothing_is_lost()
      throws Exception {
    try (PoolThreads threads = new PoolThreads();
        Pipe pipe = Pipe.open()) {
      pipe.writing().neverWait();
      FrameSender outbox = new FrameSender(pipe.writing(), threads);
      for (int job = 1; job <= FRAMES; job++) {
        outbox.send(new Frame.Put(job, "file", MUCH));
      }
      outbox.close(); // when all has been written
      FrameReader reader = new FrameReader(new DescriptorInput(pipe.reading()));
      for (int job = 1; job <= FRAMES; job++) {
        Frame.Put put = (Frame.Put) reader.next().orElseThrow();
        assertEquals(job, put.job());
        assertArrayEquals(MUCH, put.bytes());
      }
      assertEquals(Optional.empty(), reader.next());
    }
  }
}
