package dev.bullpen.posix;

import dev.bullpen.posix.libc.NativeBytes;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * Reads a descriptor, buffered, for one thread. Works on sockets too, which /proc/self/fd cannot
 * open again. Waits for bytes, also where a process that shares the open file has set it not to
 * wait. Makes no call to the system before it is read.
 */
public final class DescriptorInput extends InputStream {
  /** More than most frames; of what has been read, so much is copied at a time. */
  private static final int CHUNK_BYTES = 4096;

  private final Descriptor descriptor;

  // What the last read(2) has brought and has not been copied yet; no memory before the first.
  private NativeBytes memory;
  private int from;
  private int to;

  // What has been copied. Frames are asked for in small pieces, and a copy for each would be slow.
  private final byte[] chunk = new byte[CHUNK_BYTES];
  private int position;
  private int limit;

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
    int count = Math.min(length, limit - position);
    System.arraycopy(chunk, position, bytes, offset, count);
    position += count;
    return count;
  }

  /** What can be read without another read(2). */
  @Override
  public int available() {
    return limit - position + to - from;
  }

  private boolean fill() throws PosixException {
    if (position < limit) {
      return true;
    }
    if (memory == null) {
      memory = new NativeBytes(Pipe.BYTES);
    }
    if (from == to) {
      to = descriptor.read(memory.address(), Pipe.BYTES);
      from = 0;
    }
    position = 0;
    limit = Math.min(CHUNK_BYTES, to - from);
    memory.memory().read(from, chunk, 0, limit);
    from += limit;
    return limit > 0;
  }

  @Override
  public void close() {
    descriptor.close();
  }
}
