package dev.bullpen.posix.proc;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.libc.LinuxC;
import java.util.Optional;

/**
 * A process by reference instead of by number: a signal can never reach a later process that got
 * the same pid, and its end can be polled for. Linux 5.3; see pidfd_open(2).
 */
public final class PidFd implements AutoCloseable {
  /** Empty until it has been seen. */
  private static volatile Optional<Boolean> known = Optional.empty();

  private final Descriptor descriptor;

  private PidFd(Descriptor descriptor) {
    this.descriptor = descriptor;
  }

  /** Whether this kernel has them; as long as a shortage keeps that from being seen, false. */
  public static boolean available() {
    if (known.isEmpty()) {
      known = probe();
    }
    return known.orElse(false);
  }

  private static Optional<Boolean> probe() {
    if (Host.HERE != Host.LINUX) {
      return Optional.of(false);
    }
    long fd = LinuxC.syscall(LinuxC.SYS_PIDFD_OPEN, LibC.getpid(), 0, 0, 0);
    if (fd < 0) {
      return verdict(LibC.errno());
    }
    LibC.close((int) fd);
    return Optional.of(true);
  }

  /** What a failure says of the kernel: nothing if only a descriptor or memory was lacking. */
  static Optional<Boolean> verdict(int errno) {
    return Errno.isShortage(errno) ? Optional.empty() : Optional.of(false);
  }

  /** The process {@code pid} now; empty if there is none, or the kernel has no pidfds. */
  public static Optional<PidFd> open(int pid) {
    if (!available()) {
      return Optional.empty();
    }
    long fd = LinuxC.syscall(LinuxC.SYS_PIDFD_OPEN, pid, 0, 0, 0);
    return fd < 0 ? Optional.empty() : Optional.of(new PidFd(Descriptor.of((int) fd)));
  }

  /** To poll: ready when the process has ended. */
  public int descriptor() {
    return descriptor.number();
  }

  /** False if the process has ended, or has become another user's, as what sudo(8) runs has. */
  public boolean signal(Signal signal) throws PosixException {
    if (LinuxC.syscall(LinuxC.SYS_PIDFD_SEND_SIGNAL, descriptor.number(), signal.number(), 0, 0)
        == 0) {
      return true;
    }
    if (LibC.errno() == Errno.ESRCH || LibC.errno() == Errno.EPERM) {
      return false;
    }
    throw PosixException.last("pidfd_send_signal");
  }

  @Override
  public void close() {
    descriptor.close();
  }
}
