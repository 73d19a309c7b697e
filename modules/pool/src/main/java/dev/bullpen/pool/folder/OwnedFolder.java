package dev.bullpen.pool.folder;

import dev.bullpen.posix.PrivateFolder;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A private folder of this process. Its name has a random token, and it contains an {@link
 * OwnerLock}. If this process is killed together with its guard, the next server of the user
 * removes the folder.
 */
public final class OwnedFolder implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  private static final String PREFIX = "bullpen-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-f]{32}");

  /** The file that is locked while the process lives. */
  private static final String OWNER = "owner";

  /** From when a folder is made, on a busy machine. */
  private static final Duration LOCKED_WITHIN = Duration.ofMinutes(1);

  private final PrivateFolder folder;

  /** Empty where locks are not available. Then the folder never counts as abandoned. */
  private final Optional<OwnerLock> lock;

  private OwnedFolder(PrivateFolder folder, Optional<OwnerLock> lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /** Makes a new folder in this JVM's folder for temporary files. */
  public static OwnedFolder make() throws IOException {
    return make(Path.of(System.getProperty("java.io.tmpdir")));
  }

  /** Makes a new folder in a folder for temporary files. */
  public static OwnedFolder make(Path temporary) throws IOException {
    return makeAt(pathOf(temporary, UUID.randomUUID().toString().replace("-", "")));
  }

  static Path pathOf(Path temporary, String token) {
    return temporary.resolve(PREFIX + token);
  }

  /**
   * @param path one of {@link #pathOf}; must not exist yet
   */
  static OwnedFolder makeAt(Path path) throws IOException {
    PrivateFolder folder = PrivateFolder.make(path);
    Optional<OwnerLock> lock = Optional.empty();
    try {
      lock = Optional.of(OwnerLock.make(path.resolve(OWNER)));
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "no locks in {0}: {1}", path, e.getMessage());
    }
    return new OwnedFolder(folder, lock);
  }

  public Path path() {
    return folder.path();
  }

  /** Removes the folder with its contents. Logs what cannot be removed. */
  @Override
  public void close() {
    remove(folder);
    release();
  }

  /** Removes the owner's file last, so that after a kill another process can finish the removal. */
  private static void remove(PrivateFolder folder) {
    try {
      folder.emptyBut(Set.of(OWNER));
      folder.remove();
    } catch (IOException e) {
      LOG.log(Level.WARNING, folder.path() + " cannot be removed: " + e.getMessage());
    }
  }

  /** Call when the folder is gone. */
  void release() {
    lock.ifPresent(OwnerLock::release);
  }

  /** Removes folders beside it whose processes were killed together with their guard. */
  void removeAbandoned() {
    try (DirectoryStream<Path> others =
        Files.newDirectoryStream(folder.path().getParent(), PREFIX + "*")) {
      for (Path other : others) {
        if (NAME.matcher(other.getFileName().toString()).matches()) {
          removeIfAbandoned(new PrivateFolder(other));
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.log(Level.DEBUG, "folders of earlier sessions stay: " + e.getMessage());
    }
  }

  /** Only a folder of the same user: one that others may change could lead elsewhere. */
  private void removeIfAbandoned(PrivateFolder other) {
    try {
      if (!other.isAsPrivateAs(folder)) {
        return;
      }
      if (isUnfinished(other)) {
        remove(other);
        return;
      }
      Optional<OwnerLock> abandoned = OwnerLock.on(other.path().resolve(OWNER));
      if (abandoned.isPresent()) {
        remove(other);
        abandoned.get().release();
      }
    } catch (IOException e) { // another process may be removing it
      LOG.log(Level.DEBUG, "a folder of an earlier session stays: " + e.getMessage());
    }
  }

  /**
   * Whether its process was killed before it locked the folder, long before this folder was made.
   */
  private boolean isUnfinished(PrivateFolder other) throws IOException {
    return other.holdsAtMost(Set.of(OwnerLock.hidden(OWNER)))
        && changed(folder) - changed(other) > LOCKED_WITHIN.toMillis();
  }

  private static long changed(PrivateFolder folder) throws IOException {
    return Files.getLastModifiedTime(folder.path(), LinkOption.NOFOLLOW_LINKS).toMillis();
  }
}
