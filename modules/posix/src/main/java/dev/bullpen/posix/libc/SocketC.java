package dev.bullpen.posix.libc;

import com.sun.jna.Native;

/**
 * Sockets of the file system, see unix(7), as Linux has them. Registered only where one is used.
 */
public final class SocketC {
  /** Of getsockopt(2); the same on every processor that Linux has a JDK for, except POWER. */
  public static final int SOL_SOCKET = 1;

  public static final int SO_PEERCRED =
      System.getProperty("os.arch", "").startsWith("ppc") ? 21 : 17;

  public static final int SHUT_RDWR = 2;

  static {
    Native.register(SocketC.class, Jna.process());
  }

  private SocketC() {}

  public static native int socket(int domain, int type, int protocol);

  public static native int bind(int socket, byte[] address, int length);

  public static native int connect(int socket, byte[] address, int length);

  public static native int listen(int socket, int backlog);

  public static native int accept4(int socket, long address, long length, int flags);

  public static native int getsockopt(int socket, int level, int name, int[] value, int[] length);
}
