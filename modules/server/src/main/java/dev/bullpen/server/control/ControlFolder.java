package dev.bullpen.server.control;

import dev.bullpen.posix.FileStatus;
import dev.bullpen.posix.PrivateFolder;
import dev.bullpen.posix.UnixListener;
import dev.bullpen.posix.proc.Self;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A folder that only its owner can enter, with the control sockets of this user's servers, each
 * named by its server's pid. It is {@code $XDG_RUNTIME_DIR/bullpen}, or {@code bullpen-UID} in the
 * folder for temporary files. Clients start servers with few variables, so both may exist: a server
 * uses the first that it can, and a command reads both.
 */
public final class ControlFolder {
  private static final String RUNTIME = "XDG_RUNTIME_DIR";
  private static final String NAME = "bullpen";

  /** The name of a socket, or of one that is not listened on yet. */
  private static final Pattern SOCKET = Pattern.compile("\\.?[1-9][0-9]{0,9}");

  private static final String NOT_YET = ".";

  private static final int TYPE = 0170000;
  private static final int SOCKET_TYPE = 0140000;
  private static final int PERMISSIONS = 0777;
  private static final int OWNER_ONLY = 0700;

  /** A server that ends may remove the folder while it is empty. */
  private static final int MOST_TRIES = 3;

  private final Path path;

  ControlFolder(Path path) {
    this.path = path;
  }

  /** Where a server may have its socket, the best first. */
  static List<ControlFolder> ofServer(Map<String, String> environment) {
    List<ControlFolder> folders = new ArrayList<>();
    runtime(environment).stream().map(ControlFolder::new).forEach(folders::add);
    folders.add(new ControlFolder(temporary(Path.of(System.getProperty("java.io.tmpdir")))));
    return folders;
  }

  /** Those that exist, and that no other user can have made or changed. */
  public static List<ControlFolder> all(Map<String, String> environment) {
    Set<Path> paths = new LinkedHashSet<>(runtime(environment));
    paths.add(Path.of("/run/user", Integer.toString(Self.userId()), NAME));
    paths.add(temporary(Path.of(System.getProperty("java.io.tmpdir"))));
    paths.add(temporary(Path.of("/tmp")));
    return paths.stream().filter(ControlFolder::isPrivate).map(ControlFolder::new).toList();
  }

  /** Never in another user's folder, to which {@code sudo -E} may point. */
  private static List<Path> runtime(Map<String, String> environment) {
    String named = environment.getOrDefault(RUNTIME, "");
    if (!named.startsWith("/")) {
      return List.of();
    }
    Path folder;
    try {
      folder = Path.of(named);
    } catch (InvalidPathException e) {
      return List.of(); // the locale lacks its letters
    }
    try (FileStatus status = FileStatus.behindLinks(folder)) {
      boolean isOwn = status.read() && status.isFolder() && status.owner() == Self.userId();
      return isOwn ? List.of(folder.resolve(NAME)) : List.of();
    }
  }

  private static Path temporary(Path folder) {
    return folder.resolve(NAME + "-" + Self.userId());
  }

  private static boolean isPrivate(Path folder) {
    try (FileStatus status = new FileStatus(folder)) {
      return status.read()
          && status.isFolder()
          && status.owner() == Self.userId()
          && (status.mode() & PERMISSIONS) == OWNER_ONLY;
    }
  }

  /** The path of the socket of the server with that pid. */
  public Path socket(int pid) {
    return path.resolve(Integer.toString(pid));
  }

  /** The pids of the servers that may listen here. Sockets of dead servers are removed. */
  public List<Integer> servers() throws IOException {
    List<Integer> pids = new ArrayList<>();
    for (Path socket : sockets()) {
      if (isStale(socket)) {
        Files.deleteIfExists(socket);
      } else if (isSocket(socket)) {
        pid(socket).ifPresent(pids::add);
      }
    }
    return pids;
  }

  /**
   * Listen at the socket of that pid.
   *
   * @throws IOException with a sentence, if other processes of this user, or other users, prevent
   *     it
   */
  UnixListener listen(int pid) throws IOException {
    NoSuchFileException removed = new NoSuchFileException(path.toString());
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      make();
      servers();
      try {
        return tryToListen(socket(pid), path.resolve(NOT_YET + pid));
      } catch (IOException e) {
        if (Files.isDirectory(path)) {
          throw e;
        }
        removed.addSuppressed(e);
      }
    }
    throw removed;
  }

  /**
   * It gets its name only when it is listened on, so that it is never taken for one of a dead
   * server.
   */
  private static UnixListener tryToListen(Path socket, Path unnamed) throws IOException {
    if (!UnixListener.fits(unnamed)) {
      throw new IOException(
          unnamed
              + " is longer than the name of a socket can be; set XDG_RUNTIME_DIR to a shorter one");
    }
    try (FileStatus status = new FileStatus(socket)) {
      if (status.read()) {
        throw new IOException(
            socket + " is there already, and is not a socket that a server of this user has left");
      }
    }
    UnixListener listener = UnixListener.bind(unnamed);
    try {
      Files.move(unnamed, socket, StandardCopyOption.ATOMIC_MOVE);
      return listener;
    } catch (IOException e) {
      listener.close();
      Files.deleteIfExists(unnamed);
      throw e;
    }
  }

  /**
   * Remove the socket of that pid, which is this server's. With the last socket, the folder goes,
   * too.
   */
  void remove(int pid) throws IOException {
    Files.deleteIfExists(socket(pid));
    if (sockets().isEmpty()) {
      Files.deleteIfExists(path);
    }
  }

  private void make() throws IOException {
    try {
      PrivateFolder.make(path);
    } catch (FileAlreadyExistsException e) {
      if (!isPrivate(path)) {
        throw new IOException(
            path
                + " is there already, and is not a folder of this user that others cannot enter (mode 0700); remove it",
            e);
      }
    }
  }

  private List<Path> sockets() throws IOException {
    List<Path> sockets = new ArrayList<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(
            path, entry -> SOCKET.matcher(entry.getFileName().toString()).matches())) {
      entries.forEach(sockets::add);
      return sockets;
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /** Empty for one that is not listened on yet. */
  private static OptionalInt pid(Path socket) {
    String name = socket.getFileName().toString();
    return name.startsWith(NOT_YET) || name.length() >= String.valueOf(Integer.MAX_VALUE).length()
        ? OptionalInt.empty()
        : OptionalInt.of(Integer.parseInt(name));
  }

  private static boolean isSocket(Path file) {
    try (FileStatus status = new FileStatus(file)) {
      return status.read()
          && (status.mode() & TYPE) == SOCKET_TYPE
          && status.owner() == Self.userId();
    }
  }

  private static boolean isStale(Path socket) {
    String name = socket.getFileName().toString();
    boolean mayBeListenedOnSoon =
        name.startsWith(NOT_YET) && Files.exists(Path.of("/proc", name.substring(1)));
    return !mayBeListenedOnSoon && isSocket(socket) && UnixListener.isAbandoned(socket);
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
