package dev.bullpen.posix;

import dev.bullpen.posix.libc.NativeBytes;
import java.nio.ByteBuffer;
import java.util.Objects;

/** Native memory through which descriptors are read and written. For one thread. */
public final class IoBuffer implements AutoCloseable {
  /** The capacity of a pipe. */
  public static final int BYTES = Pipe.BYTES;

  private final NativeBytes memory = new NativeBytes(BYTES);
  private final ByteBuffer buffer = memory.buffer();

  public IoBuffer() {}

  /** The next bytes, waiting for them if there are none; empty at the end. */
  public byte[] readFrom(Descriptor descriptor) throws PosixException {
    return bytes(descriptor.read(memory.address(), BYTES));
  }

  /** The next bytes of a descriptor that does not wait; empty if none are there. */
  public byte[] readPresent(Descriptor descriptor) throws PosixException {
    return readPresent(descriptor, BYTES);
  }

  byte[] readPresent(Descriptor descriptor, int atMost) throws PosixException {
    return bytes(descriptor.readPresent(memory.address(), Math.min(BYTES, atMost)));
  }

  private byte[] bytes(int read) {
    byte[] bytes = new byte[Math.max(0, read)];
    buffer.get(0, bytes);
    return bytes;
  }

  /** Write as many bytes as there is room for, perhaps none, without waiting; returns how many. */
  int offerTo(Descriptor descriptor, ByteBuffer bytes) throws PosixException {
    int count = Math.min(BYTES, bytes.remaining());
    buffer.put(0, bytes, bytes.position(), count);
    int taken = descriptor.writePresent(memory.address(), count);
    bytes.position(bytes.position() + taken);
    return taken;
  }

  /** Write all of these bytes, waiting while the other end takes none. */
  public void writeTo(Descriptor descriptor, byte[] bytes, int offset, int length)
      throws PosixException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    for (int from = offset; from < offset + length; ) {
      int count = Math.min(BYTES, offset + length - from);
      buffer.put(0, bytes, from, count);
      for (int done = 0; done < count; ) {
        done += descriptor.write(memory.address() + done, count - done);
      }
      from += count;
    }
  }

  @Override
  public void close() {
    memory.close();
  }
}
