package dev.bullpen.project.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a file known by its real path, and no other, whoever moves folders or puts links in between
 * while it is being opened.
 *
 * <p>A real path has no links, so each of its folders is opened from the one before, without
 * following any (openat(2) with O_NOFOLLOW): what has become a link since is refused, and what was
 * moved is read where it went or not at all, never elsewhere. Where the system cannot do that, the
 * file is opened and looked at again afterwards. What is not a regular file is never opened, as a
 * FIFO would block the reader for ever.
 */
public final class ContainedFile {
  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private ContainedFile() {}

  /**
   * Read a file whole.
   *
   * @param root real path of a folder the file is in, or of the file itself
   * @return empty if it has more than {@code maxBytes}
   */
  public static Optional<byte[]> read(Path root, Path real, int maxBytes) throws IOException {
    try (SeekableByteChannel channel = open(root, real);
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

  private static SeekableByteChannel open(Path root, Path real) throws IOException {
    Path from = real.equals(root) ? root.getParent() : root;
    if (from == null) {
      throw new IOException("the root of the file system is not a regular file");
    }
    DirectoryStream<Path> folder;
    try {
      folder = Files.newDirectoryStream(from);
    } catch (AccessDeniedException e) {
      return openAndCompare(real); // a folder may be one to enter and not to list
    }
    if (folder instanceof SecureDirectoryStream<Path> secure) {
      return openBelow(secure, from.relativize(real));
    }
    folder.close();
    return openAndCompare(real);
  }

  /** Open a file step by step; closes the folder. */
  private static SeekableByteChannel openBelow(SecureDirectoryStream<Path> top, Path relative)
      throws IOException {
    SecureDirectoryStream<Path> folder = top;
    try {
      int last = relative.getNameCount() - 1;
      for (int i = 0; i < last; i++) {
        SecureDirectoryStream<Path> next =
            folder.newDirectoryStream(relative.getName(i), LinkOption.NOFOLLOW_LINKS);
        folder.close();
        folder = next;
      }
      Path name = relative.getName(last);
      check(
          folder
              .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
              .readAttributes());
      return folder.newByteChannel(name, READ);
    } finally {
      folder.close();
    }
  }

  static SeekableByteChannel openAndCompare(Path real) throws IOException {
    BasicFileAttributes before = attributes(real);
    check(before);
    SeekableByteChannel channel = Files.newByteChannel(real, READ);
    try {
      if (!real.toRealPath().equals(real)
          || !Objects.equals(attributes(real).fileKey(), before.fileKey())) {
        throw new IOException("it was replaced while it was being opened");
      }
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static BasicFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static void check(BasicFileAttributes file) throws IOException {
    if (!file.isRegularFile()) {
      throw new IOException("not a regular file");
    }
  }
}
