package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PollTests {
  @Test
  void the_slot_with_data_is_ready_and_the_others_are_not() throws IOException {
    try (Pipe silent = Pipe.open();
        Pipe talking = Pipe.open()) {
      Poll poll = new Poll(3);
      poll.set(0, silent.reading().number());
      poll.set(2, talking.reading().number());
      assertFalse(poll.await(Duration.ZERO));
      new DescriptorOutput(talking.writing()).write(1);
      assertTrue(poll.await(Duration.ofSeconds(10)));
      assertFalse(poll.isReady(0));
      assertFalse(poll.isReady(1));
      assertTrue(poll.isReady(2));
      poll.clear(2);
      assertFalse(poll.isSet(2));
      assertFalse(poll.await(Duration.ZERO));
    }
  }

  @Test
  void a_closed_reader_is_noticed_without_writing() throws IOException {
    try (Pipe pipe = Pipe.open()) {
      Poll poll = new Poll(1);
      poll.setForClosing(0, pipe.writing().number());
      assertFalse(poll.await(Duration.ZERO));
      pipe.reading().close();
      poll.await();
      assertTrue(poll.isReady(0));
      PosixException broken =
          assertThrows(PosixException.class, () -> new DescriptorOutput(pipe.writing()).write(1));
      assertEquals(Errno.EPIPE, broken.errno());
    }
  }

  @Test
  void room_is_there_until_the_pipe_is_full() throws IOException {
    try (Pipe pipe = Pipe.open()) {
      Poll poll = new Poll(1);
      poll.setForWriting(0, pipe.writing().number());
      DescriptorOutput out = new DescriptorOutput(pipe.writing());
      int writes = 0;
      while (poll.check()) {
        out.write(new byte[Poll.PIPE_BUF]); // would wait for ever if this were not so
        writes++;
      }
      assertTrue(writes > 0);
      new IoBuffer().readFrom(pipe.reading());
      assertTrue(poll.check());
    }
  }

  @Test
  void bytes_come_out_of_a_pipe_as_they_went_in() throws Exception {
    byte[] sent = new byte[1_000_003];
    new Random(42).nextBytes(sent);
    try (Pipe pipe = Pipe.open()) {
      Thread writer =
          new Thread(
              () -> {
                try (DescriptorOutput out = new DescriptorOutput(pipe.writing())) {
                  out.write(sent);
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              },
              "pipe writer");
      writer.start();
      byte[] received = new DescriptorInput(pipe.reading()).readAllBytes();
      writer.join();
      org.junit.jupiter.api.Assertions.assertArrayEquals(sent, received);
    }
  }
}
