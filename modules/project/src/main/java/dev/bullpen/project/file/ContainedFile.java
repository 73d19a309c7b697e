package dev.bullpen.project.file;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;

/**
 * Opens regular files and nothing else. All files of a project are opened here.
 *
 * <p>A checked file may be replaced by a FIFO, and opening a FIFO waits for a writer. So a file is
 * opened without waiting and checked, and then the same file is opened again for reading. On macOS
 * it is checked only before it is opened.
 *
 * <p>A file given by its real path is the only one that is read, even while folders are moved and
 * links are added: a real path has no links, so a file reached through one has another path and is
 * not read.
 */
public final class ContainedFile {
  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  /** Whether the system shows the path of an open file here, as Linux does. */
  private static final boolean SHOWS_PATHS = Files.isDirectory(OPEN_FILES);

  /** What Linux appends to the name of a removed or replaced file; see proc(5). */
  private static final String REMOVED = " (deleted)";

  private ContainedFile() {}

  /**
   * Read a file whole.
   *
   * @param root real path of a folder that contains the file, or of the file itself
   * @return empty if it has more than {@code maxBytes}
   */
  public static Optional<byte[]> read(Path root, Path real, int maxBytes) throws IOException {
    if (!real.startsWith(root)) {
      throw new LeadsOutException();
    }
    try (SeekableByteChannel channel = openAndCompare(real);
        InputStream in = Channels.newInputStream(channel)) {
      // The size rules out most long files. The kernel's own files and growing ones have no
      // reliable size.
      if (channel.size() > maxBytes) {
        return Optional.empty();
      }
      byte[] bytes = in.readNBytes(maxBytes);
      return in.read() < 0 ? Optional.of(bytes) : Optional.empty();
    }
  }

  /**
   * The root for reading a file: the boundary of the first folder that contains it.
   *
   * @throws LeadsOutException if none does
   */
  public static Path root(Path real, List<Folder> within) throws LeadsOutException {
    return within.stream()
        .flatMap(folder -> folder.around(real).stream())
        .findFirst()
        .orElseThrow(LeadsOutException::new);
  }

  static SeekableByteChannel openAndCompare(Path real) throws IOException {
    return open(real, true);
  }

  /** Open the regular file that a path leads to, anywhere. */
  public static SeekableByteChannel open(Path path) throws IOException {
    return open(path, false);
  }

  private static SeekableByteChannel open(Path path, boolean isReal) throws IOException {
    check(path);
    if (!SHOWS_PATHS) {
      SeekableByteChannel channel = Files.newByteChannel(path);
      if (isReal && !path.toRealPath().equals(path)) {
        channel.close();
        throw replaced();
      }
      return channel;
    }
    try (Descriptor held = Descriptor.openAtOnce(path)) {
      Path opened = OPEN_FILES.resolve(Integer.toString(held.number()));
      check(opened);
      Path found = Files.readSymbolicLink(opened);
      // If rename(2) replaced it meanwhile, the opened file is complete, and was at this path.
      if (isReal && !found.equals(path) && !found.toString().equals(path + REMOVED)) {
        throw replaced();
      }
      return Files.newByteChannel(opened);
    } catch (PosixException e) {
      throw translated(path, e);
    }
  }

  static IOException replaced() {
    return new IOException("it was replaced while it was being opened");
  }

  private static void check(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      // Throws the reason if the file does not exist or is not visible.
      Files.readAttributes(file, BasicFileAttributes.class);
      throw new IOException("not a regular file");
    }
  }

  /**
   * The JDK's exception for an error. An error that a regular file cannot cause means that the file
   * was replaced.
   */
  static IOException translated(Path path, PosixException e) {
    return switch (e.errno()) {
      case Errno.ENOENT -> new NoSuchFileException(path.toString());
      case Errno.EACCES -> new AccessDeniedException(path.toString());
      case Errno.ENXIO, Errno.ENOTDIR, Errno.EISDIR -> replaced();
      default ->
          e.errno() == Errno.ELOOP
              ? replaced()
              : new FileSystemException(path.toString(), null, e.getMessage());
    };
  }

  /** A file of the project outside of the folders that may contain it. */
  public static final class LeadsOutException extends IOException {
    LeadsOutException() {
      super("it leads out of the project");
    }
  }
}
