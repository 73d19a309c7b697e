package dev.bullpen.posix;

import dev.bullpen.posix.libc.NativeBytes;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Writes to descriptors, each call one write(2) as long as the other end takes it, from memory used
 * again and again. For one thread.
 */
public final class WriteBuffer implements AutoCloseable {
  private final NativeBytes memory;
  private final ByteBuffer buffer;

  public WriteBuffer() {
    this.memory = new NativeBytes(Pipe.BYTES);
    this.buffer = memory.buffer();
  }

  /**
   * As many of the remaining bytes as there is room for, of a descriptor that {@link
   * Descriptor#neverWait never waits}.
   *
   * @return how many
   */
  int offerTo(Descriptor descriptor, ByteBuffer bytes) throws PosixException {
    int count = Math.min(Pipe.BYTES, bytes.remaining());
    buffer.put(0, bytes, bytes.position(), count);
    int taken = descriptor.writePresent(memory.address(), count);
    bytes.position(bytes.position() + taken);
    return taken;
  }

  /** All of these bytes, waiting while the other end takes none. */
  public void writeTo(Descriptor descriptor, byte[] bytes, int offset, int length)
      throws PosixException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    for (int from = offset; from < offset + length; ) {
      int count = Math.min(Pipe.BYTES, offset + length - from);
      buffer.clear().put(bytes, from, count);
      for (int done = 0; done < count; ) {
        done += descriptor.write(memory.address() + done, count - done);
      }
      from += count;
    }
  }

  /** Gives its memory back at once; without this the collector does. */
  @Override
  public void close() {
    memory.close();
  }
}
