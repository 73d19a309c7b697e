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

/** The file of a Unix socket, which only this user's processes may connect to. */
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
   * See to it that it can be bound: its folder is there, and no other file is in its place.
   *
   * @throws IOException with a sentence for the user if others could interfere or its place is
   *     taken
   */
  void prepare() throws IOException {
    Path folder = path.resolveSibling("");
    Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try (FileStatus status = FileStatus.behindLinks(folder)) {
      if (!status.read() || (status.mode() & WRITABLE_BY_OTHERS) != 0) {
        throw new IOException(
            "Other users can write to the folder %s and put a socket of theirs there; run: chmod go-w %s"
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
   * Check one that another process has bound.
   *
   * @throws IOException with a sentence for the user if other users may connect to it
   */
  void checkInherited() throws IOException {
    try (FileStatus status = new FileStatus(path)) {
      if (!path.isAbsolute() || !status.read() || (status.mode() & TYPE) != SOCKET) {
        throw new IOException(
            "its socket is no file with an absolute path; set ListenStream= to one, such as /run/bullpen/mcp");
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

  /** Once it is bound. */
  void protect() throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
  }
}
