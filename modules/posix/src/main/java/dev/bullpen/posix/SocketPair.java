package dev.bullpen.posix;

import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.libc.LinuxC;

/**
 * Two connected sockets, socketpair(2). Both are closed in every child that does not get them.
 * Unlike a pipe's ends, no process can open them by {@code /proc/PID/fd}. Linux only.
 */
public record SocketPair(Descriptor ours, Descriptor theirs) implements AutoCloseable {
  public static SocketPair open() throws PosixException {
    int[] ends = new int[2];
    int type = LinuxC.SOCK_STREAM | LibC.O_CLOEXEC; // the value of SOCK_CLOEXEC by definition
    if (LinuxC.socketpair(LinuxC.AF_UNIX, type, 0, ends) != 0) {
      throw PosixException.last("socketpair");
    }
    return new SocketPair(Descriptor.of(ends[0]), Descriptor.of(ends[1]));
  }

  @Override
  public void close() {
    ours.close();
    theirs.close();
  }
}
