package dev.bullpen.posix;

import java.nio.ByteBuffer;
import java.util.Optional;

/** Pipes that hold a text and then end, before anybody reads them. For one thread. */
public final class FilledPipes {
  private final NativeBytes memory;
  private final ByteBuffer buffer;

  public FilledPipes() {
    this.memory = new NativeBytes(Pipe.BYTES);
    this.buffer = memory.buffer();
  }

  /**
   * The reading end of one; Linux only. Whoever opens it by its name in /proc waits for nothing.
   *
   * @return empty if a pipe does not take so many bytes at once: mostly 64 KiB, less where a user
   *     has many; see pipe(7)
   */
  public Optional<Descriptor> of(byte[] text) throws PosixException {
    if (text.length > Pipe.BYTES) {
      return Optional.empty();
    }
    int[] ends = new int[2];
    if (LinuxC.pipe2(ends, OpenFlags.CLOEXEC | OpenFlags.NONBLOCK) != 0) {
      throw PosixException.last("pipe");
    }
    Descriptor reading = Descriptor.of(ends[0]);
    Descriptor writing = Descriptor.of(ends[1]);
    buffer.put(0, text);
    boolean whole = false;
    try {
      whole = writing.writePresent(memory.address(), text.length) == text.length;
    } finally {
      writing.close();
      if (!whole) {
        reading.close();
      }
    }
    return whole ? Optional.of(reading) : Optional.empty();
  }
}
