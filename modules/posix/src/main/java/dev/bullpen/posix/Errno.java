package dev.bullpen.posix;

import dev.bullpen.posix.libc.Host;

/** The error numbers that code acts on, and a sentence for each; see errno(3). */
public final class Errno {
  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int ESRCH = 3;
  public static final int EINTR = 4;
  public static final int EIO = 5;
  public static final int ENXIO = 6;
  public static final int E2BIG = 7;
  public static final int ENOEXEC = 8;
  public static final int EBADF = 9;
  public static final int ECHILD = 10;
  public static final int EAGAIN = Host.HERE == Host.LINUX ? 11 : 35;
  public static final int ENOMEM = 12;
  public static final int EACCES = 13;
  public static final int EEXIST = 17;
  public static final int ENODEV = 19;
  public static final int ENOTDIR = 20;
  public static final int EISDIR = 21;
  public static final int ENFILE = 23;
  public static final int EMFILE = 24;
  public static final int ETXTBSY = 26;
  public static final int ENOSPC = 28;
  public static final int EROFS = 30;
  public static final int EPIPE = 32;

  public static final int ELOOP = Host.HERE == Host.LINUX ? 40 : 62;

  /** The other end of a socket was closed with bytes unread; see unix(7). */
  public static final int ECONNRESET = Host.HERE == Host.LINUX ? 104 : 54;

  /** A connection that was closed before it was taken; see accept(2). */
  public static final int ECONNABORTED = Host.HERE == Host.LINUX ? 103 : 53;

  /** No process listens on a socket; see connect(2). */
  public static final int ECONNREFUSED = Host.HERE == Host.LINUX ? 111 : 61;

  private Errno() {}

  /** Whether a write failed because no process reads the pipe, socket or terminal. */
  public static boolean isHangup(int errno) {
    return errno == EPIPE || errno == ECONNRESET || errno == EIO;
  }

  /** Whether a resource is exhausted that others may release, so that a retry may help. */
  public static boolean isShortage(int errno) {
    return errno == EAGAIN
        || errno == ENOMEM
        || errno == ENFILE
        || errno == EMFILE
        || errno == ENOSPC;
  }

  /** A sentence about a process or a thread that could not be started, fit for a log line. */
  public static String describeStart(int errno) {
    return describe(errno, "the limit of processes is reached");
  }

  static String describe(int errno) {
    return describe(errno, "the call would have to wait");
  }

  private static String describe(int errno, String again) {
    String sentence = errno == EAGAIN ? again : sentence(errno);
    return sentence.isEmpty() ? "error " + errno : sentence + " (error " + errno + ")";
  }

  private static String sentence(int errno) {
    return switch (errno) {
      case EPERM -> "not permitted";
      case ENOENT -> "no such file, or its interpreter is missing";
      case ESRCH -> "no such process";
      case E2BIG -> "arguments and environment are too large";
      case ENOEXEC -> "not a program and no #! line";
      case ECHILD -> "no such child";
      case ENOMEM -> "out of memory";
      case EACCES -> "permission denied or not executable";
      case EEXIST -> "there is something else by that name";
      case ENOTDIR -> "a part of the path is not a directory";
      case EISDIR -> "it is a directory";
      case ENFILE -> "the machine's limit of open files is reached";
      case EMFILE -> "too many open files";
      case ETXTBSY -> "a process has it open for writing";
      case ENOSPC -> "no room left on the disk";
      case EROFS -> "the file system is read-only";
      case EPIPE -> "no process reads the other end";
      default -> "";
    };
  }
}
