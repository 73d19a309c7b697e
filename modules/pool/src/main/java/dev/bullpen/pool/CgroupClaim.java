package dev.bullpen.pool;

import dev.bullpen.posix.Cgroup;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Shows others that the owner of a cgroup lives: a lock on one of its files, which the kernel takes
 * back when the owner's process ends, however that ends and in whatever pid namespace it was; see
 * fcntl(2).
 */
final class CgroupClaim {
  /** Any file would do that every cgroup has and its owner may write. */
  private static final String FILE = "cgroup.max.depth";

  /** Who opens and closes such a file again would lose the lock of the whole process. */
  private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private CgroupClaim(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Claim it; empty if somebody lives who has, or it is gone.
   *
   * @throws IOException if it cannot be had at all
   */
  static Optional<CgroupClaim> on(Cgroup cgroup) throws IOException {
    Path file = cgroup.folder().resolve(FILE);
    if (!OURS.add(file)) {
      return Optional.empty();
    }
    boolean had = false;
    try {
      CgroupClaim claim = new CgroupClaim(file, FileChannel.open(file, StandardOpenOption.WRITE));
      // Whoever had it a moment ago may have removed the cgroup after we had opened the file.
      had = claim.channel.tryLock() != null && Files.exists(file);
      if (!had) {
        claim.channel.close();
      }
      return had ? Optional.of(claim) : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } finally {
      if (!had) {
        OURS.remove(file);
      }
    }
  }

  /** It is gone, or left to who wants to remove it. */
  void release() throws IOException {
    channel.close();
    OURS.remove(file);
  }
}
