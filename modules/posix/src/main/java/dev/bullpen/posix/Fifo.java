package dev.bullpen.posix;

import dev.bullpen.posix.libc.CText;
import dev.bullpen.posix.libc.LibC;
import java.nio.file.Path;

/**
 * A FIFO that others open by its path and write to; see fifo(7). Ours is open for reading and
 * writing: so a writer never waits for us to open it, and it has no end while we have it, however
 * many writers come and go.
 */
public final class Fifo implements AutoCloseable {
  private static final int OWNER_READS_AND_WRITES = 0600;

  private final Descriptor descriptor;

  private Fifo(Descriptor descriptor) {
    this.descriptor = descriptor;
  }

  /**
   * Make one where there is nothing yet.
   *
   * @throws PosixException if it cannot be made or opened
   */
  public static Fifo make(Path path) throws PosixException {
    if (LibC.mkfifo(CText.of(path), OWNER_READS_AND_WRITES) != 0) {
      throw PosixException.last("mkfifo " + path);
    }
    LibC.chmod(CText.of(path), OWNER_READS_AND_WRITES); // the umask may have taken some of that
    int flags = LibC.O_RDWR | LibC.O_NONBLOCK | LibC.O_CLOEXEC;
    return new Fifo(Descriptor.open(path, flags));
  }

  /** For {@link Poll}. */
  public int number() {
    return descriptor.number();
  }

  /** What has been written and not yet read, as much as the buffer takes; empty if nothing. */
  public byte[] read(IoBuffer buffer) throws PosixException {
    return buffer.readPresent(descriptor, IoBuffer.BYTES);
  }

  @Override
  public void close() {
    descriptor.close();
  }
}
