package dev.bullpen.posix;

import dev.bullpen.posix.libc.Host;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Optional;

/**
 * Bytes outside of the heap, in a file that has no name and is on no disk; see memfd_create(2).
 * They are lost when it is closed. Not thread-safe.
 */
public final class MemoryFile implements AutoCloseable {
  private final RandomAccessFile file;
  private int length;

  private MemoryFile(RandomAccessFile file) {
    this.file = file;
  }

  /** A new, empty one. None if the system has no such files, or no descriptor is left. */
  public static Optional<MemoryFile> open() {
    if (Host.HERE != Host.LINUX) {
      return Optional.empty();
    }
    try (Descriptor descriptor = Descriptor.ofMemory()) {
      return Optional.of(
          new MemoryFile(new RandomAccessFile("/proc/self/fd/" + descriptor.number(), "rw")));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Append all of these bytes, or none if there is no room. */
  public void append(byte[] bytes) throws IOException {
    file.seek(length);
    file.write(bytes);
    length += bytes.length;
  }

  /** Copy the whole file into an array, which has room for it. */
  public void readTo(byte[] into, int offset) throws IOException {
    file.seek(0);
    file.readFully(into, offset, length);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new IllegalStateException("a file in memory has nothing to lose", e);
    }
  }
}
