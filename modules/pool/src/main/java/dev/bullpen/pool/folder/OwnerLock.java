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
 * Shows other servers that the owner of a cgroup or folder lives: a lock on a file in it. The
 * kernel releases the lock when the owner's process ends, however it ends and in any pid namespace;
 * see fcntl(2).
 */
public final class OwnerLock {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /**
   * Held files. Opening and closing such a file again would release the lock of the whole process.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private OwnerLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Locks an existing file.
   *
   * @return empty if a living process has locked it, or it is gone
   * @throws IOException if locking is not possible
   */
  public static Optional<OwnerLock> on(Path file) throws IOException {
    // Opening a FIFO would wait for another process.
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        ? lock(file, file, StandardOpenOption.WRITE)
        : Optional.empty();
  }

  /** The temporary name of a file while it is made. */
  static String hidden(String name) {
    return name + ".new";
  }

  /** Makes a locked file. No process sees the file before it is locked. */
  static OwnerLock make(Path file) throws IOException {
    Path hidden = file.resolveSibling(hidden(file.getFileName().toString()));
    OwnerLock made =
        lock(file, hidden, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)
            .orElseThrow(() -> new IOException(file + " belongs to another process"));
    try {
      Files.move(hidden, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      made.release();
      throw e;
    }
    return made;
  }

  /**
   * @param file its final name
   * @param now its current path
   */
  private static Optional<OwnerLock> lock(Path file, Path now, StandardOpenOption... options)
      throws IOException {
    if (!HELD.add(file)) {
      return Optional.empty();
    }
    Optional<FileChannel> opened = Optional.empty();
    boolean had = false;
    try {
      FileChannel channel = FileChannel.open(now, options);
      opened = Optional.of(channel);
      // Its last owner may have removed it after it was opened here.
      had = channel.tryLock() != null && Files.exists(now);
      return had ? Optional.of(new OwnerLock(file, channel)) : Optional.empty();
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
        HELD.remove(file);
      }
    }
  }

  /** Release the lock: the cgroup or folder is gone, or other servers may remove it. */
  public void release() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, file + " stays locked: " + e.getMessage());
    }
    HELD.remove(file);
  }
}
