package dev.bullpen.project.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads a file known by its real path, and no other, also while folders are moved and links are put
 * in between.
 *
 * <p>A real path has no links. What has been opened by it has another path if a link led there, and
 * is not read then.
 */
public final class ContainedFile {
  /** What Linux adds to the name of a file that has been removed or replaced; see proc(5). */
  private static final String REMOVED = " (deleted)";

  private ContainedFile() {}

  /**
   * Read a file whole.
   *
   * @param root real path of a folder the file is in, or of the file itself
   * @return empty if it has more than {@code maxBytes}
   */
  public static Optional<byte[]> read(Path root, Path real, int maxBytes) throws IOException {
    if (!real.startsWith(root)) {
      throw new LeadsOutException();
    }
    try (SeekableByteChannel channel = openAndCompare(real);
        InputStream in = Channels.newInputStream(channel)) {
      // Its size alone says much too long; files of the kernel's, and growing ones, say nothing.
      if (channel.size() > maxBytes) {
        return Optional.empty();
      }
      byte[] bytes = in.readNBytes(maxBytes);
      return in.read() < 0 ? Optional.of(bytes) : Optional.empty();
    }
  }

  /**
   * The root to read a file from: of some folders the boundary of the first that it is inside.
   *
   * @throws LeadsOutException if it is inside none
   */
  public static Path root(Path real, List<Folder> within) throws LeadsOutException {
    for (Folder folder : within) {
      Optional<Path> root = folder.around(real);
      if (root.isPresent()) {
        return root.get();
      }
    }
    throw new LeadsOutException();
  }

  static SeekableByteChannel openAndCompare(Path real) throws IOException {
    SeekableByteChannel channel = RegularFile.open(real, opened -> isSame(real, opened));
    if (!RegularFile.TELLS_PATHS && !real.toRealPath().equals(real)) {
      channel.close();
      throw RegularFile.replaced();
    }
    return channel;
  }

  /** Replaced by a rename(2) meanwhile, the file is whole, and was there. */
  private static boolean isSame(Path real, Path opened) {
    return opened.equals(real) || opened.equals(real.resolveSibling(real.getFileName() + REMOVED));
  }

  /**
   * A file that is named, or found, by the project and lies in none of the folders it may lie in.
   */
  public static final class LeadsOutException extends IOException {
    private static final long serialVersionUID = 1L;

    LeadsOutException() {
      super("it leads out of the project");
    }
  }
}
