package dev.bullpen.posix.libc;

import com.sun.jna.Native;

/**
 * What only Linux has. {@code open}, {@code fcntl}, {@code prctl} and {@code syscall} take variable
 * arguments in C. On Linux these are passed like any others, so plain signatures are right; on
 * macOS they would not be.
 */
public final class LinuxC {
  // Flags and options, the same on every processor Linux has a JDK for.
  public static final int O_CREAT = 0100;

  public static final int O_EXCL = 0200;

  public static final int F_SETFD = 2;
  public static final int FD_CLOEXEC = 1;
  public static final int F_SETFL = 4;
  public static final int AF_UNIX = 1;
  public static final int SOCK_STREAM = 1;
  public static final int SHUT_WR = 1;
  public static final int PR_SET_DUMPABLE = 4;
  public static final int PR_SET_CHILD_SUBREAPER = 36;
  public static final int M_MMAP_THRESHOLD = -3;

  // Numbers of system calls, the same on every processor since they were added.
  public static final long SYS_PIDFD_SEND_SIGNAL = 424;

  public static final long SYS_PIDFD_OPEN = 434;

  static {
    Native.register(LinuxC.class, Jna.process());
  }

  private LinuxC() {}

  /** Load all of it, before some of it is needed. */
  public static void prepare() {}

  public static native int pipe2(int[] ends, int flags);

  public static native int socketpair(int domain, int type, int protocol, int[] ends);

  public static native int shutdown(int socket, int how);

  public static native int open(byte[] path, int flags, int mode);

  public static native int fcntl(int descriptor, int command, int flags);

  public static native int fchmod(int descriptor, int mode);

  public static native int memfd_create(byte[] name, int flags);

  public static native int mallopt(int parameter, int value);

  public static native int malloc_trim(long keep);

  public static native int prctl(int option, long a, long b, long c, long d);

  public static native long syscall(long number, long a, long b, long c, long d);
}
