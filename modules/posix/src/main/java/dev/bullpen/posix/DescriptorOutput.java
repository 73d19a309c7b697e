package dev.bullpen.posix;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Writes a descriptor, unbuffered: one call is one write(2) as long as the other end takes it. For
 * one thread.
 */
public final class DescriptorOutput extends OutputStream {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final Descriptor descriptor;
  private final NativeBytes memory = new NativeBytes(BUFFER_BYTES);
  private final ByteBuffer buffer = memory.buffer();

  public DescriptorOutput(Descriptor descriptor) {
    this.descriptor = descriptor;
  }

  @Override
  public void write(int octet) throws IOException {
    write(new byte[] {(byte) octet}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    for (int from = offset; from < offset + length; ) {
      int count = Math.min(BUFFER_BYTES, offset + length - from);
      buffer.clear().put(bytes, from, count);
      writeBuffer(count);
      from += count;
    }
  }

  private void writeBuffer(int count) throws PosixException {
    for (int done = 0; done < count; ) {
      done += descriptor.write(memory.address() + done, count - done);
    }
  }

  @Override
  public void close() {
    descriptor.close();
  }
}
