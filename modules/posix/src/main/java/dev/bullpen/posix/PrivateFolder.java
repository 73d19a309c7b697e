package dev.bullpen.posix;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A folder that only its owner can enter. What is in it can be removed whatever it is: links are
 * not followed, names need not be text, and folders that their maker has closed are opened again.
 */
public record PrivateFolder(Path path) {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  /** Make it; it must not exist, its parent must. */
  public static PrivateFolder make(Path path) throws IOException {
    Files.createDirectory(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    return new PrivateFolder(path);
  }

  /** Remove all that is in it but some names, and folders even if they bear one. */
  public void emptyBut(Set<String> kept) throws IOException {
    empty(kept.stream().map(path::resolve).collect(Collectors.toSet()));
  }

  /** Remove all that is in it. */
  public void empty() throws IOException {
    empty(Set.of());
  }

  /** Remove it and all that is in it. Nothing happens if it is not there. */
  public void remove() throws IOException {
    empty();
    Files.deleteIfExists(path);
  }

  private void empty(Set<Path> kept) throws IOException {
    try {
      removeAll(kept);
    } catch (AccessDeniedException e) {
      Files.setPosixFilePermissions(path, OWNER_ONLY);
      removeAll(kept);
    }
  }

  /** Not by recursion: nobody knows how deep a script has dug. */
  private void removeAll(Set<Path> kept) throws IOException {
    List<Path> folders = new ArrayList<>();
    removeFiles(path, kept, folders);
    for (int next = 0; next < folders.size(); next++) {
      Files.setPosixFilePermissions(folders.get(next), OWNER_ONLY);
      removeFiles(folders.get(next), kept, folders);
    }
    for (int last = folders.size() - 1; last >= 0; last--) {
      Files.deleteIfExists(folders.get(last));
    }
  }

  private static void removeFiles(Path folder, Set<Path> kept, List<Path> folders)
      throws IOException {
    for (Path entry : entries(folder)) {
      if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
        folders.add(entry);
      } else if (!kept.contains(entry)) {
        Files.deleteIfExists(entry);
      }
    }
  }

  private static List<Path> entries(Path folder) throws IOException {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(entries::add);
    } catch (NoSuchFileException e) {
      return List.of();
    }
    return entries;
  }
}
