package dev.bullpen.posix;

import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.libc.LinuxC;

/** Two ends of a pipe(2). Both are closed in every child that does not get them. */
public record Pipe(Descriptor reading, Descriptor writing) implements AutoCloseable {
  /** The usual capacity; see pipe(7). */
  static final int BYTES = 64 * 1024;

  public static Pipe open() throws PosixException {
    int[] ends = new int[2];
    // macOS has no pipe2. There, a spawn closes every descriptor that the child does not get.
    int result = Host.HERE == Host.LINUX ? LinuxC.pipe2(ends, LibC.O_CLOEXEC) : LibC.pipe(ends);
    if (result != 0) {
      throw PosixException.last("pipe");
    }
    return new Pipe(Descriptor.of(ends[0]), Descriptor.of(ends[1]));
  }

  /**
   * The same, but made of two sockets where the system has them (Linux). By the name of a pipe in
   * {@code /proc/PID/fd}, another process of the same user can read it and write to it; a socket
   * cannot be opened like that. Only the writing end is for writing. A write after the reading end
   * was closed fails with ECONNRESET if bytes were unread; see unix(7).
   */
  public static Pipe ofSockets() throws PosixException {
    if (Host.HERE != Host.LINUX) {
      return open();
    }
    SocketPair pair = SocketPair.open();
    if (LinuxC.shutdown(pair.ours().number(), LinuxC.SHUT_WR) != 0) {
      PosixException failure = PosixException.last("shutdown");
      pair.close();
      throw failure;
    }
    return new Pipe(pair.ours(), pair.theirs());
  }

  @Override
  public void close() {
    reading.close();
    writing.close();
  }
}
