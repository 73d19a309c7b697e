package dev.bullpen.posix;

import dev.bullpen.posix.libc.Host;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A folder that only its owner can enter. Everything in it can be removed: links are not followed,
 * names need not be text, and folders that were closed by chmod are opened again. A mount is left
 * as it is, and then the folder stays, too.
 *
 * <p>A script may have made any number of files, at any depth. So no list of them is kept. Paths
 * stay short, because a nested folder is moved up before the folder around it is removed.
 */
public final class PrivateFolder {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private static final int OWNER_ONLY_MODE = 0700;
  private static final int PERMISSIONS = 0777;

  /** The beginning of a folder's name once it was moved up. No name that is kept begins so. */
  private static final String LIFTED = ".lifted-";

  private final Path path;
  private final FileStatus status;
  private final boolean tellsMounts;

  public PrivateFolder(Path path) {
    this(path, FileStatus.tellsMounts() || Host.HERE != Host.LINUX);
  }

  /**
   * @param tellsMounts whether the status of a folder shows that it is a mount; if not, nothing is
   *     removed while the table of mounts has one in it
   */
  PrivateFolder(Path path, boolean tellsMounts) {
    this.path = path;
    this.status = new FileStatus(path);
    this.tellsMounts = tellsMounts;
  }

  public Path path() {
    return path;
  }

  /** Make it, whatever the umask. It must not exist; its parent must. */
  public static PrivateFolder make(Path path) throws IOException {
    PrivateFolder made = new PrivateFolder(path);
    Files.createDirectory(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    made.open(path);
    return made;
  }

  /** Whether it is a folder that only its owner can enter, and empty. */
  public boolean isAsMade() {
    return isAsMadeBut(Set.of());
  }

  /** The same, but it may hold entries of these names. */
  public boolean isAsMadeBut(Set<String> names) {
    return isPrivate() && holdsAtMost(names);
  }

  /** Whether it holds no entries but these; false if it cannot be read. */
  public boolean holdsAtMost(Set<String> names) {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
      for (Path entry : entries) {
        if (!names.contains(entry.getFileName().toString())) {
          return false; // stop at the first, as there may be any number
        }
      }
      return true;
    } catch (IOException | DirectoryIteratorException e) {
      return false;
    }
  }

  /** Whether both are folders of the same user that no other can enter. */
  public boolean isAsPrivateAs(PrivateFolder other) {
    return isPrivate() && other.isPrivate() && status.owner() == other.status.owner();
  }

  private boolean isPrivate() {
    return status.read() && status.isFolder() && (status.mode() & PERMISSIONS) == OWNER_ONLY_MODE;
  }

  /**
   * Remove all entries except those of some names, but also folders of these names. Afterwards it
   * is as private as when it was made. Fails if an entry stays, or if the path is not a folder but,
   * for instance, a link.
   */
  public void emptyBut(Set<String> kept) throws IOException {
    empty(kept.stream().map(path::resolve).collect(Collectors.toSet()));
  }

  public void empty() throws IOException {
    empty(Set.of());
  }

  /**
   * Remove it and all that is in it, or what was put in its place. No error if nothing is there.
   */
  public void remove() throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      empty();
    }
    Files.deleteIfExists(path);
  }

  private void empty(Set<Path> kept) throws IOException {
    if (!tellsMounts && status.read() && status.isFolder() && MountTable.holdsMount(path)) {
      throw new IOException("in " + path + " is a mount; unmount it, then remove the folder");
    }
    try {
      open(path);
    } catch (NoSuchFileException e) {
      return; // a folder that is not there is empty
    }
    removeAll(kept);
  }

  private void removeAll(Set<Path> kept) throws IOException {
    long lifted = 0;
    long before;
    do {
      before = lifted;
      lifted = removeSeen(kept, lifted);
    } while (lifted > before || !isEmptyBut(kept));
  }

  /**
   * Remove what one listing finds. The listing may or may not have what was moved up meanwhile.
   *
   * @param lifted how many folders were moved up before
   * @return how many were moved up so far
   */
  private long removeSeen(Set<Path> kept, long lifted) throws IOException {
    long count = lifted;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
      for (Path entry : entries) {
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          count = removeFolder(entry, count);
        } else if (!kept.contains(entry)) {
          Files.deleteIfExists(entry);
        }
      }
    } catch (NoSuchFileException e) {
      // A folder that is not there is empty.
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return count;
  }

  private long removeFolder(Path folder, long lifted) throws IOException {
    open(folder);
    long count = lifted;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          open(entry); // only a writable folder can be moved
          lift(entry, count++);
        } else {
          Files.deleteIfExists(entry);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    Files.deleteIfExists(folder);
    return count;
  }

  /**
   * Let only its owner into a folder. A mount, or a folder that cannot be read, is left as it is.
   */
  private void open(Path folder) throws IOException {
    try (FileStatus found = new FileStatus(folder)) {
      if (!found.read()) {
        Files.readAttributes(folder, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS); // why
        throw new IOException(folder + " cannot be read");
      }
      if (!found.isFolder()) {
        throw new NotDirectoryException(folder.toString());
      }
      if (tellsMounts && found.isMount()) {
        throw new IOException(folder + " is a mount; unmount it, then remove the folder");
      }
      if ((found.mode() & PERMISSIONS) != OWNER_ONLY_MODE) {
        Files.setPosixFilePermissions(folder, OWNER_ONLY);
      }
    }
  }

  /** Move a folder up to a free name. A script can have used some such names, but not all. */
  private void lift(Path folder, long number) throws IOException {
    Path up = path.resolve(LIFTED + System.nanoTime() + "-" + number);
    Files.move(folder, up, StandardCopyOption.ATOMIC_MOVE);
  }

  private boolean isEmptyBut(Set<Path> kept) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
      for (Path entry : entries) {
        if (!kept.contains(entry) || Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          return false;
        }
      }
      return true;
    } catch (NoSuchFileException e) {
      return true;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }
}
