package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.libc.LinuxC;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads and writes wait, also on an open file that another process has set not to. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class NonBlockingTests {
  private static final int MUCH = 1_000_003;

  private enum Kind {
    PIPE,
    SOCKET
  }

  private record Ends(Descriptor reading, Descriptor writing) implements AutoCloseable {
    static Ends of(Kind kind) throws PosixException {
      if (kind == Kind.PIPE) {
        Pipe pipe = Pipe.open();
        return new Ends(pipe.reading(), pipe.writing());
      }
      SocketPair pair = SocketPair.open();
      return new Ends(pair.ours(), pair.theirs());
    }

    @Override
    public void close() {
      reading.close();
      writing.close();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void all_that_is_written_is_read(Kind kind) throws IOException {
    byte[] sent = new byte[MUCH];
    new Random(42).nextBytes(sent);
    try (Ends ends = Ends.of(kind)) {
      setNonBlocking(ends.reading(), LibC.O_RDWR);
      setNonBlocking(ends.writing(), LibC.O_RDWR);
      CompletableFuture<byte[]> received =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return new DescriptorInput(ends.reading()).readNBytes(MUCH);
                } catch (IOException e) {
                  throw new CompletionException(e);
                }
              });
      new DescriptorOutput(ends.writing()).write(sent);
      assertArrayEquals(sent, received.join());
    }
  }

  @Test
  void a_read_that_waits_sees_the_end() throws IOException {
    try (Pipe pipe = Pipe.open()) {
      setNonBlocking(pipe.reading(), LibC.O_RDONLY);
      CompletableFuture<Integer> read =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return new DescriptorInput(pipe.reading()).read();
                } catch (IOException e) {
                  throw new CompletionException(e);
                }
              });
      pipe.writing().close();
      assertEquals(-1, read.join());
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void a_write_that_waits_fails_when_the_reader_is_gone(Kind kind) throws IOException {
    try (Ends ends = Ends.of(kind)) {
      setNonBlocking(ends.writing(), LibC.O_RDWR);
      DescriptorOutput out = new DescriptorOutput(ends.writing());
      CompletableFuture<Void> written =
          CompletableFuture.runAsync(
              () -> {
                try {
                  out.write(new byte[MUCH]);
                } catch (IOException e) {
                  throw new CompletionException(e);
                }
              });
      new IoBuffer().readFrom(ends.reading()); // so the write has begun
      ends.reading().close();
      PosixException broken =
          (PosixException) assertThrows(CompletionException.class, written::join).getCause();
      assertTrue(Errno.isHangup(broken.errno()), broken.getMessage());
    }
  }

  @Test
  void only_of_a_start_the_message_names_the_limit_of_processes() {
    assertTrue(new PosixException("write", Errno.EAGAIN).getMessage().contains("have to wait"));
    assertTrue(
        PosixException.ofStart("posix_spawn /bin/sh", Errno.EAGAIN)
            .getMessage()
            .contains("limit of processes"));
  }

  private static void setNonBlocking(Descriptor descriptor, int access) throws PosixException {
    if (LinuxC.fcntl(descriptor.number(), LinuxC.F_SETFL, access | LibC.O_NONBLOCK) != 0) {
      throw PosixException.last("fcntl");
    }
  }
}
