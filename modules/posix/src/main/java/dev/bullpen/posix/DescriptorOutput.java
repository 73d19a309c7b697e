package dev.bullpen.posix;

import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Writes a descriptor; one call is one write(2) as long as there is room. For one thread. */
public final class DescriptorOutput extends OutputStream {
  private final Descriptor descriptor;
  private final IoBuffer buffer = new IoBuffer();

  public DescriptorOutput(Descriptor descriptor) {
    this.descriptor = descriptor;
  }

  @Override
  public void write(int octet) throws PosixException {
    write(new byte[] {(byte) octet}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws PosixException {
    buffer.writeTo(descriptor, bytes, offset, length);
  }

  /** Write as many bytes as there is room for, perhaps none, without waiting; returns how many. */
  public int offer(ByteBuffer bytes) throws PosixException {
    return buffer.offerTo(descriptor, bytes);
  }

  @Override
  public void close() {
    descriptor.close();
  }
}
