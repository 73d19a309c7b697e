package dev.bullpen.posix;

import dev.bullpen.posix.libc.CText;
import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.libc.LinuxC;
import dev.bullpen.posix.libc.SocketC;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A listening socket of the file system that knows which process connects; see unix(7). The JDK's
 * own knows only the user. Linux only.
 */
public final class UnixListener implements AutoCloseable {
  /** {@code sun_path}, without the NUL at its end. */
  private static final int MOST_PATH_BYTES = 107;

  private static final int BACKLOG = 16;
  private static final int OWNER_READS_AND_WRITES = 0600;

  /** {@code struct ucred}: pid, uid and gid. */
  private static final int CREDENTIALS = 3;

  private final Descriptor socket;
  private volatile boolean isShut;

  /** Held while a thread that may not be the descriptor's owner uses its number. */
  private final Object numberLock = new Object();

  private boolean isClosed;

  private UnixListener(Descriptor socket) {
    this.socket = socket;
  }

  /**
   * Listen at a free path. Only its owner may connect, and no process can connect before that is
   * set.
   */
  public static UnixListener bind(Path path) throws PosixException {
    int type = LinuxC.SOCK_STREAM | LibC.O_CLOEXEC; // the value of SOCK_CLOEXEC by definition
    int number = SocketC.socket(LinuxC.AF_UNIX, type, 0);
    if (number < 0) {
      throw PosixException.last("socket");
    }
    Descriptor socket = Descriptor.of(number);
    try {
      byte[] address = address(path);
      if (SocketC.bind(number, address, address.length) != 0) {
        throw PosixException.last("bind " + path);
      }
      if (LibC.chmod(CText.of(path), OWNER_READS_AND_WRITES) != 0) {
        throw PosixException.last("chmod " + path);
      }
      if (SocketC.listen(number, BACKLOG) != 0) {
        throw PosixException.last("listen " + path);
      }
      return new UnixListener(socket);
    } catch (PosixException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Whether a socket is left at a path where no process listens any more; false if that is not
   * certain. A process that does listen sees a connection that ends at once.
   */
  public static boolean isAbandoned(Path path) {
    int type = LinuxC.SOCK_STREAM | LibC.O_CLOEXEC | LibC.O_NONBLOCK;
    int number = SocketC.socket(LinuxC.AF_UNIX, type, 0);
    if (number < 0) {
      return false;
    }
    try (Descriptor socket = Descriptor.of(number)) {
      byte[] address = address(path);
      return SocketC.connect(socket.number(), address, address.length) != 0
          && LibC.errno() == Errno.ECONNREFUSED;
    }
  }

  /** Whether a path is short enough for a socket. */
  public static boolean fits(Path path) {
    return CText.of(path).length - 1 <= MOST_PATH_BYTES;
  }

  /** {@code struct sockaddr_un}: the family, then the path with the NUL at its end. */
  private static byte[] address(Path path) {
    byte[] name = CText.of(path);
    return ByteBuffer.allocate(Short.BYTES + name.length)
        .order(ByteOrder.nativeOrder())
        .putShort((short) LinuxC.AF_UNIX)
        .put(name)
        .array();
  }

  /** Wait for a connection; empty once this listener was shut. */
  public Optional<UnixConnection> accept() throws PosixException {
    while (!isShut) {
      int flags = LibC.O_CLOEXEC | LibC.O_NONBLOCK; // the value of SOCK_NONBLOCK by definition
      int number = SocketC.accept4(socket.number(), 0, 0, flags);
      if (number >= 0) {
        return Optional.of(new UnixConnection(Descriptor.of(number), peer(number)));
      }
      int errno = LibC.errno();
      if (!isShut && errno != Errno.EINTR && errno != Errno.ECONNABORTED) {
        throw PosixException.last("accept");
      }
    }
    return Optional.empty();
  }

  private static UnixConnection.Peer peer(int connection) throws PosixException {
    int[] credentials = new int[CREDENTIALS];
    int[] length = {CREDENTIALS * Integer.BYTES};
    if (SocketC.getsockopt(connection, SocketC.SOL_SOCKET, SocketC.SO_PEERCRED, credentials, length)
        != 0) {
      PosixException failure = PosixException.last("getsockopt");
      LibC.close(connection);
      throw failure;
    }
    return new UnixConnection.Peer(credentials[0], credentials[1]);
  }

  /** Called by any thread. The thread in {@link #accept} gets an empty result, and closes this. */
  public void shut() {
    isShut = true;
    synchronized (numberLock) {
      if (!isClosed) {
        LinuxC.shutdown(socket.number(), SocketC.SHUT_RDWR);
      }
    }
  }

  @Override
  public void close() {
    synchronized (numberLock) {
      isClosed = true;
      socket.close();
    }
  }
}
