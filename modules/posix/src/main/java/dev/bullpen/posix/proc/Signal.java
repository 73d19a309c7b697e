package dev.bullpen.posix.proc;

import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.LibC;
import java.util.List;

/** The signals Bullpen sends, and the names of all; see signal(7). */
public enum Signal {
  KILL(9),
  TERM(15),
  CONT(Host.HERE == Host.LINUX ? 18 : 19),
  STOP(Host.HERE == Host.LINUX ? 19 : 17);

  /** From number 1 on; the same on all processors that have a JDK. */
  private static final List<String> OF_LINUX =
      List.of(
          "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
          "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
          "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS");

  private static final List<String> OF_MACOS =
      List.of(
          "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "EMT", "FPE", "KILL", "BUS", "SEGV", "SYS",
          "PIPE", "ALRM", "TERM", "URG", "STOP", "TSTP", "CONT", "CHLD", "TTIN", "TTOU", "IO",
          "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "INFO", "USR1", "USR2");

  /** glibc uses the two numbers before it. */
  private static final int FIRST_REAL_TIME = 34;

  private static final int LAST_REAL_TIME = 64;

  private final int number;

  Signal(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  /**
   * Send it to a process, or to a group by its negated number; false if no process of this user is
   * there.
   */
  boolean sendTo(int target) throws PosixException {
    if (LibC.kill(target, number) == 0) {
      return true;
    }
    if (LibC.errno() == Errno.ESRCH || LibC.errno() == Errno.EPERM) {
      return false;
    }
    throw PosixException.last("kill");
  }

  /** For instance "SIGUSR1" or "SIGRTMIN+2"; the number if it has no name. */
  public static String nameOf(int signal) {
    List<String> names = Host.HERE == Host.LINUX ? OF_LINUX : OF_MACOS;
    if (signal >= 1 && signal <= names.size()) {
      return "SIG" + names.get(signal - 1);
    }
    if (Host.HERE == Host.LINUX && signal >= FIRST_REAL_TIME && signal <= LAST_REAL_TIME) {
      int above = signal - FIRST_REAL_TIME;
      return above == 0 ? "SIGRTMIN" : "SIGRTMIN+" + above;
    }
    return Integer.toString(signal);
  }
}
