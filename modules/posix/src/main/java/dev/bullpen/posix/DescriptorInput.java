package dev.bullpen.posix;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Reads a descriptor, buffered, for one thread. Works on sockets too, which /proc/self/fd cannot
 * open again.
 */
public final class DescriptorInput extends InputStream {
  private final Descriptor descriptor;
  private final NativeBytes memory = new NativeBytes(Pipe.BYTES);
  private final ByteBuffer buffer = memory.buffer().limit(0);

  public DescriptorInput(Descriptor descriptor) {
    this.descriptor = descriptor;
  }

  @Override
  public int read() throws IOException {
    return fill() ? buffer.get() & 0xff : -1;
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
    int count = Math.min(length, buffer.remaining());
    buffer.get(bytes, offset, count);
    return count;
  }

  /** What can be read without another read(2). */
  @Override
  public int available() {
    return buffer.remaining();
  }

  private boolean fill() throws PosixException {
    if (!buffer.hasRemaining()) {
      int read = descriptor.read(memory.address(), Pipe.BYTES);
      buffer.position(0).limit(read);
    }
    return buffer.hasRemaining();
  }

  @Override
  public void close() {
    descriptor.close();
  }
}
