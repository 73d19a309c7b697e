package dev.bullpen.posix;

import java.io.OutputStream;

/**
 * Writes a descriptor, unbuffered: one call is one write(2) as long as the other end takes it. For
 * one thread.
 */
public final class DescriptorOutput extends OutputStream {
  private final Descriptor descriptor;
  private final WriteBuffer buffer = new WriteBuffer();

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

  @Override
  public void close() {
    descriptor.close();
  }
}
