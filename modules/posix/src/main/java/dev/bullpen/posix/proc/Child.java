package dev.bullpen.posix.proc;

import dev.bullpen.posix.Errno;
import dev.bullpen.posix.Poll;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.libc.NativeBytes;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for children of this process, one pid at a time.
 *
 * <p>Never for any child: that would take statuses that other code of this process waits for. A pid
 * can be waited for once. Until then the kernel does not use it again.
 */
public final class Child {
  private static final int WNOHANG = 1;
  private static final int WSTOPPED = Host.HERE == Host.LINUX ? 2 : 8;
  private static final int WEXITED = 4;
  private static final int WNOWAIT = Host.HERE == Host.LINUX ? 0x01000000 : 0x20;
  private static final int P_ALL = 0;
  private static final int P_PID = 1;

  private static final int NO_CHILD = -1;

  /** siginfo_t is 128 bytes on Linux and 104 on macOS. */
  private static final int SIGINFO_BYTES = 128;

  private static final long POLL_EVERY_NANOS = 5_000_000;

  private Child() {}

  public static ExitStatus await(int pid) throws PosixException {
    return wait(pid, 0).orElseThrow();
  }

  /**
   * Reap {@code pid} if it has ended and no other code has; false if it is a living child of this
   * process.
   */
  public static boolean reap(int pid) throws PosixException {
    try {
      return poll(pid).isPresent();
    } catch (PosixException e) {
      if (e.errno() == Errno.ECHILD) {
        return true;
      }
      throw e;
    }
  }

  public static Optional<ExitStatus> poll(int pid) throws PosixException {
    return wait(pid, WNOHANG);
  }

  private static Optional<ExitStatus> wait(int pid, int options) throws PosixException {
    int[] status = new int[1];
    while (true) {
      int waited = LibC.waitpid(pid, status, options);
      if (waited == pid) {
        return Optional.of(ExitStatus.of(status[0]));
      }
      if (waited == 0) {
        return Optional.empty();
      }
      if (LibC.errno() != Errno.EINTR) {
        throw PosixException.last("waitpid");
      }
    }
  }

  /**
   * Whether this process has any child, alive or dead.
   *
   * <p>In a sub-reaper, "no child" proves "no descendant", because it adopts every process that
   * loses its parent. One call, which takes no status (waitid(2), WNOWAIT).
   */
  public static boolean any() throws PosixException {
    return query(P_ALL, 0, WEXITED | WNOHANG | WNOWAIT) != NO_CHILD;
  }

  /** Whether {@code pid} has ended. Its status is left, so its number is not used again. */
  public static boolean hasEnded(int pid) throws PosixException {
    return query(P_PID, pid, WEXITED | WNOHANG | WNOWAIT) > 0;
  }

  /** Wait until {@code pid} has ended. Its status and number are left. */
  public static void awaitEnd(int pid) throws PosixException {
    query(P_PID, pid, WEXITED | WNOWAIT);
  }

  /** Wait until {@code pid} has ended or is stopped; whether it has ended. Its status is left. */
  public static boolean awaitEndOrStop(int pid) throws PosixException {
    return query(P_PID, pid, WEXITED | WSTOPPED | WNOWAIT) == NO_CHILD || hasEnded(pid);
  }

  /**
   * Wait at most so long for the end of {@code pid}; false if it still lives. Its status is left.
   */
  public static boolean awaitEnd(int pid, Duration patience) throws PosixException {
    long end = System.nanoTime() + patience.toNanos();
    Optional<PidFd> reference = PidFd.open(pid);
    if (reference.isEmpty()) { // no such system call, or no descriptor left: poll
      while (!hasEnded(pid) && System.nanoTime() - end < 0) {
        LockSupport.parkNanos(POLL_EVERY_NANOS);
      }
      return hasEnded(pid);
    }
    try (PidFd ending = reference.get()) {
      Poll poll = new Poll(1);
      poll.set(0, ending.descriptor());
      while (!poll.await(Duration.ofNanos(end - System.nanoTime()))) {
        if (System.nanoTime() - end >= 0) {
          return false;
        }
      }
      return true;
    }
  }

  /** waitid(2): the number of SIGCHLD if there is something to report, else 0, or NO_CHILD. */
  private static int query(int idType, int id, int options) throws PosixException {
    try (NativeBytes info = new NativeBytes(SIGINFO_BYTES)) {
      while (LibC.waitid(idType, id, info.address(), options) != 0) {
        int errno = LibC.errno();
        if (errno == Errno.ECHILD) {
          return NO_CHILD;
        }
        if (errno != Errno.EINTR) {
          throw PosixException.last("waitid");
        }
      }
      return info.memory().getInt(0);
    }
  }

  /**
   * Signal one process. The pid of a child is its own until it has been waited for. Any other pid
   * may belong to another process by now. False if the process is gone, or belongs to another user
   * now, like the commands of sudo(8).
   */
  public static boolean signal(int pid, Signal signal) throws PosixException {
    if (pid <= 1) {
      throw new IllegalArgumentException("not the pid of a child: " + pid);
    }
    return signal.sendTo(pid);
  }

  /**
   * Signal a child that other code of this JVM may wait for at any moment, as the JDK does for
   * children that {@link ProcessBuilder} has started. A process that then gets its number is not
   * signalled: the reference is taken before the check. If it refers to another process, that
   * process had the number earlier, and is gone if the child has the number now. Without a
   * reference (Linux before 5.3, or no descriptor left) there is a moment between check and signal.
   *
   * @return false if it is no longer a child, or belongs to another user now
   */
  public static boolean signalUnlessTaken(int pid, Signal signal) throws PosixException {
    try (PidFd reference = PidFd.open(pid).orElse(null)) {
      if (query(P_PID, pid, WEXITED | WNOHANG | WNOWAIT) == NO_CHILD) {
        return false;
      }
      return reference == null ? signal(pid, signal) : reference.signal(signal);
    }
  }
}
