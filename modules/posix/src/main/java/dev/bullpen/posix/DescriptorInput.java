package dev.bullpen.posix;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a descriptor, buffered, for one thread. Works for sockets, too, which /proc/self/fd cannot
 * open again. Waits for bytes, even if a process that shares the open file has set it not to wait.
 * Makes no system call before the first read.
 */
public final class DescriptorInput extends InputStream {
  private final Descriptor descriptor;
  private @Nullable IoBuffer buffer;
  // The bytes of the last read(2), and how many of them have been taken.
  private byte[] chunk = {};
  private int position;

  public DescriptorInput(Descriptor descriptor) {
    this.descriptor = descriptor;
  }

  @Override
  public int read() throws IOException {
    return fill() ? chunk[position++] & 0xff : -1;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, available());
    System.arraycopy(chunk, position, bytes, offset, count);
    position += count;
    return count;
  }

  /** How many bytes can be read without another read(2). */
  @Override
  public int available() {
    return chunk.length - position;
  }

  private boolean fill() throws PosixException {
    if (position == chunk.length) {
      if (buffer == null) {
        buffer = new IoBuffer();
      }
      chunk = buffer.readFrom(descriptor);
      position = 0;
    }
    return chunk.length > 0;
  }

  @Override
  public void close() {
    descriptor.close();
  }
}
