package dev.bullpen.http.connection;

import dev.bullpen.posix.FileStatus;
import dev.bullpen.posix.proc.Self;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The file of a Unix socket, to which only processes of this user may connect. */
final class SocketFile {
  private static final int TYPE = 0170000;
  private static final int SOCKET = 0140000;
  private static final int WRITABLE_BY_OTHERS = 0022;
  private static final int ANY_OF_OTHERS = 0077;

  private final Path path;

  SocketFile(Path path) {
    this.path = path;
  }

  /**
   * Make the folder, remove the socket of a dead server, and check that the path can be bound.
   *
   * @throws IOException with a sentence for the user if other users could interfere, or the path is
   *     taken
   */
  void prepare() throws IOException {
    Path folder = path.resolveSibling("");
    Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try (FileStatus status = FileStatus.behindLinks(folder)) {
      if (!status.read() || (status.mode() & WRITABLE_BY_OTHERS) != 0) {
        throw new IOException(
            "Other users can write to the folder %s and replace the socket; run: chmod go-w %s"
                .formatted(folder, folder));
      }
    }
    try (FileStatus status = new FileStatus(path)) {
      if (status.read()) {
        replace(status);
      }
    }
  }

  /**
   * Check a socket that another process has bound.
   *
   * @throws IOException with a sentence for the user if other users may connect to it
   */
  void checkInherited() throws IOException {
    try (FileStatus status = new FileStatus(path)) {
      if (!path.isAbsolute() || !status.read() || (status.mode() & TYPE) != SOCKET) {
        throw new IOException(
            "its socket is not a file with an absolute path; set ListenStream= to one, such as /run/bullpen/mcp");
      }
      if ((status.mode() & ANY_OF_OTHERS) != 0) {
        throw new IOException(
            "other users may connect to %s; set SocketMode=0600 in its .socket unit, and SocketUser= to the user of the service"
                .formatted(path));
      }
    }
  }

  private void replace(FileStatus status) throws IOException {
    if ((status.mode() & TYPE) != SOCKET || status.owner() != Self.userId()) {
      throw new IOException(
          path + " is not a socket of this user; remove it, or name another path");
    }
    if (isListenedOn()) {
      throw new IOException(
          "Another server listens on %s; end it, or name another path".formatted(path));
    }
    Files.delete(path); // its server died
  }

  private boolean isListenedOn() throws IOException {
    try (SocketChannel probe = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      return probe.isConnected();
    } catch (ConnectException e) {
      return false;
    }
  }

  /** Restrict access to this user, after the socket is bound. */
  void protect() throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
  }
}
