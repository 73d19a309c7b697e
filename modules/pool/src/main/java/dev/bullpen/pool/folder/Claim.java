package dev.bullpen.pool.folder;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Shows others that the owner of a cgroup or a folder lives: a lock on a file in it, which the
 * kernel takes back when the owner's process ends, however that ends and in whatever pid namespace
 * it was; see fcntl(2).
 */
public final class Claim {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** To open and close such a file again would lose the lock of the whole process. */
  private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private Claim(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Claim what a file stands for.
   *
   * @param file is there already
   * @return empty if a living process has claimed it, or it is gone
   * @throws IOException if it cannot be had at all
   */
  public static Optional<Claim> on(Path file) throws IOException {
    // To open a FIFO is to wait for another process.
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        ? claim(file, file, StandardOpenOption.WRITE)
        : Optional.empty();
  }

  /** The name of a file while it is made. */
  static String hidden(String name) {
    return name + ".new";
  }

  /**
   * Claim something new: no process sees the file before it is locked.
   *
   * @param file is not there yet
   */
  static Claim make(Path file) throws IOException {
    Path hidden = file.resolveSibling(hidden(file.getFileName().toString()));
    Claim claim =
        claim(file, hidden, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)
            .orElseThrow(() -> new IOException(file + " is another process's"));
    try {
      Files.move(hidden, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      claim.release();
      throw e;
    }
    return claim;
  }

  /**
   * @param file what it is known by
   * @param now where it is at the moment
   */
  private static Optional<Claim> claim(Path file, Path now, StandardOpenOption... options)
      throws IOException {
    if (!OURS.add(file)) {
      return Optional.empty();
    }
    Optional<FileChannel> opened = Optional.empty();
    boolean had = false;
    try {
      FileChannel channel = FileChannel.open(now, options);
      opened = Optional.of(channel);
      // Its last owner may have removed it after it was opened here.
      had = channel.tryLock() != null && Files.exists(now);
      return had ? Optional.of(new Claim(file, channel)) : Optional.empty();
    } catch (FileSystemException e) {
      if (Files.exists(now)) {
        throw e;
      }
      return Optional.empty();
    } finally {
      if (!had) {
        if (opened.isPresent()) {
          opened.get().close();
        }
        OURS.remove(file);
      }
    }
  }

  /** What it stands for is gone, or others may remove it. */
  public void release() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, file + " stays claimed: " + e.getMessage());
    }
    OURS.remove(file);
  }
}
