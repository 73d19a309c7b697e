package dev.bullpen.launcher;

/** The command's exit codes. A server has more for signals: 129 SIGHUP, 130 SIGINT, 143 SIGTERM. */
public final class ExitCode {
  /** Done; a server's client has closed its end. */
  public static final int DONE = 0;

  /** Started, and failed: no project, no answer, an error answer, or a process left over. */
  public static final int FAILED = 1;

  /** Not started: a word or a value of the command line or the environment is wrong. */
  public static final int USAGE = 2;

  private ExitCode() {}
}
