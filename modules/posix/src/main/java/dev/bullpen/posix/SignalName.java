package dev.bullpen.posix;

import java.util.List;

/** What signals are called; see signal(7). */
public final class SignalName {
  /** By their numbers, from 1 on; the same on all processors that Linux has a common JDK for. */
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

  /** glibc keeps the two before it to itself. */
  private static final int FIRST_REAL_TIME = 34;

  private static final int LAST_REAL_TIME = 64;

  private SignalName() {}

  /** As in "SIGUSR1" or "SIGRTMIN+2"; the number if it has no name. */
  public static String of(int signal) {
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
