package dev.bullpen.posix;

import dev.bullpen.posix.libc.NativeBytes;

/**
 * Takes what a descriptor has, one read(2) at a time, into memory used again and again. For one
 * thread.
 */
public final class ReadBuffer implements AutoCloseable {
  /** What a pipe holds. */
  public static final int BYTES = Pipe.BYTES;

  private final NativeBytes memory;

  public ReadBuffer() {
    this.memory = new NativeBytes(BYTES);
  }

  /** The next bytes, waiting for them if there are none; empty at the end. */
  public byte[] readFrom(Descriptor descriptor) throws PosixException {
    byte[] bytes = new byte[descriptor.read(memory.address(), BYTES)];
    memory.memory().read(0, bytes, 0, bytes.length);
    return bytes;
  }

  /** The next bytes of a descriptor that does not wait; empty if there are none now. */
  byte[] readPresent(Descriptor descriptor) throws PosixException {
    byte[] bytes = new byte[Math.max(0, descriptor.readPresent(memory.address(), BYTES))];
    memory.memory().read(0, bytes, 0, bytes.length);
    return bytes;
  }

  /** Gives its memory back at once; without this the collector does. */
  @Override
  public void close() {
    memory.close();
  }
}
