package dev.bullpen.posix.proc;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.libc.LinuxC;
import java.util.Optional;

/**
 * A process by reference instead of by number. A signal can never reach a later process that got
 * the same pid, and its end can be polled for. Linux 5.3; see pidfd_open(2).
 */
public final class PidFd implements AutoCloseable {
  private final Descriptor descriptor;

  private PidFd(Descriptor descriptor) {
    this.descriptor = descriptor;
  }

  /**
   * The process that has {@code pid} now. Empty if there is none, no descriptor is left, or the
   * system lacks the call.
   */
  public static Optional<PidFd> open(int pid) {
    if (Host.HERE != Host.LINUX) {
      return Optional.empty();
    }
    long fd = LinuxC.syscall(LinuxC.SYS_PIDFD_OPEN, pid, 0, 0, 0);
    return fd < 0 ? Optional.empty() : Optional.of(new PidFd(Descriptor.of((int) fd)));
  }

  /** Whether the system has references, and a descriptor is left. */
  public static boolean available() {
    Optional<PidFd> own = open(LibC.getpid());
    own.ifPresent(PidFd::close);
    return own.isPresent();
  }

  /** For a poll: ready when the process has ended. */
  public int descriptor() {
    return descriptor.number();
  }

  /**
   * False if the process has ended, or belongs to another user now, like the commands of sudo(8).
   */
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
