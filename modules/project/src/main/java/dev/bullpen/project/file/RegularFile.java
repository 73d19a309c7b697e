package dev.bullpen.project.file;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Predicate;

/**
 * Opens regular files and nothing else. All files of a project are opened here.
 *
 * <p>What has come into the place of a file since it was looked at may be a FIFO, whose opening
 * waits for a writer. So a file is opened without waiting, what has been opened is looked at, and
 * that very file is opened again to be read. On macOS what is there is looked at before alone.
 */
public final class RegularFile {
  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  /** Whether the system tells the path of an open file there, as Linux does. */
  static final boolean TELLS_PATHS = Files.isDirectory(OPEN_FILES);

  private RegularFile() {}

  public static SeekableByteChannel open(Path path) throws IOException {
    return open(path, opened -> true);
  }

  /**
   * Open what a path leads to, if it is what is meant.
   *
   * @param isMeant asked for the path that the opened file has, with no link in it; on Linux alone
   */
  static SeekableByteChannel open(Path path, Predicate<Path> isMeant) throws IOException {
    check(path);
    if (!TELLS_PATHS) {
      return Files.newByteChannel(path);
    }
    try (Descriptor held = Descriptor.openAtOnce(path)) {
      Path opened = OPEN_FILES.resolve(Integer.toString(held.number()));
      check(opened);
      if (!isMeant.test(Files.readSymbolicLink(opened))) {
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
      // Says why, if nothing is there or it cannot be seen.
      Files.readAttributes(file, BasicFileAttributes.class);
      throw new IOException("not a regular file");
    }
  }

  /**
   * What the JDK would say, but where a regular file cannot be the cause: then something else has
   * come into its place since it was looked at.
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
}
