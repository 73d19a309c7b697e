package dev.bullpen.project.file;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Every regular file below a folder, in one order on every system.
 *
 * <p>Symbolic links are not followed. Hidden files and folders are left out. What cannot be read,
 * or has a {@link ForeignName}, is left out with a warning.
 *
 * @param files sorted by path
 * @param links paths of symbolic links, relative to the folder
 */
public record FolderListing(List<ListedFile> files, Set<String> links) {
  /**
   * Files and links; ten thousand of anything with their metadata and a few helpers each, and few
   * enough to be listed in a second.
   */
  public static final int MAX_FILES = 50_000;

  static final int ANY_DEPTH = Integer.MAX_VALUE;
  private static final FolderListing NONE = new FolderListing(List.of(), Set.of());

  /**
   * A regular file found below a folder.
   *
   * @param path relative to the folder, with {@code /}
   * @param size bytes, at the moment of listing
   */
  public record ListedFile(String path, long size) {}

  public static FolderListing of(Folder folder, Consumer<String> warnings) {
    return of(folder, ANY_DEPTH, MAX_FILES, warnings);
  }

  /**
   * List a folder in part.
   *
   * @param depth 1 for the files of the folder itself, 2 for those of its subfolders too, and so on
   * @param maxFiles files and links; more are left out, with a warning
   */
  public static FolderListing of(
      Folder folder, int depth, int maxFiles, Consumer<String> warnings) {
    try {
      if (!Files.readAttributes(folder.path(), BasicFileAttributes.class).isDirectory()) {
        return NONE;
      }
    } catch (IOException e) {
      Unread.note(e);
      return NONE;
    }
    if (!folder.contains(folder.path())) {
      warnings.accept(
          "%s is ignored: it leads out of the project. Put a real folder in its place."
              .formatted(folder.path()));
      return NONE;
    }
    List<ListedFile> files = new ArrayList<>();
    Set<String> links = new HashSet<>();
    try {
      Path real = folder.path().toRealPath();
      Files.walkFileTree(
          real,
          EnumSet.noneOf(FileVisitOption.class),
          depth,
          new Collector(new Folder(real, real), maxFiles, files, links, warnings));
    } catch (IOException e) {
      Unread.note(e);
      warnings.accept("%s is ignored: it cannot be read.".formatted(folder.path()));
    }
    files.sort(Comparator.comparing(ListedFile::path));
    return new FolderListing(List.copyOf(files), Set.copyOf(links));
  }

  private static final class Collector extends SimpleFileVisitor<Path> {
    private final Folder folder;
    private final int maxFiles;
    private final List<ListedFile> files;
    private final Set<String> links;
    private final Consumer<String> warnings;

    Collector(
        Folder folder,
        int maxFiles,
        List<ListedFile> files,
        Set<String> links,
        Consumer<String> warnings) {
      this.folder = folder;
      this.maxFiles = maxFiles;
      this.files = files;
      this.links = links;
      this.warnings = warnings;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      return !directory.equals(folder.path()) && leaveOut(directory)
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      boolean isCounted = attributes.isRegularFile() || attributes.isSymbolicLink();
      if (!isCounted || leaveOut(file)) {
        return FileVisitResult.CONTINUE;
      }
      if (files.size() + links.size() == maxFiles) {
        warnings.accept(
            "%s has more than %d files; the rest is ignored. Register what is meant in server.d/register.json."
                .formatted(folder.path(), maxFiles));
        return FileVisitResult.TERMINATE;
      }
      String path = folder.relative(file);
      if (attributes.isRegularFile()) {
        files.add(new ListedFile(path, attributes.size()));
      } else {
        links.add(path);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      Unread.note(e);
      warnings.accept(
          "%s is ignored: it cannot be read (%s). Check its permissions."
              .formatted(file, Cause.of(e)));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException e) {
      if (e != null) {
        Unread.note(e);
      }
      return FileVisitResult.CONTINUE;
    }

    /** Whether a path is hidden, or has a name that no request can hold; warns about the latter. */
    private boolean leaveOut(Path path) {
      if (path.getFileName().toString().startsWith(".")) {
        return true;
      }
      boolean isForeign = ForeignName.is(path);
      if (isForeign) {
        warnings.accept(ForeignName.ignored(path));
      }
      return isForeign;
    }
  }
}
