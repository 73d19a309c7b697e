package dev.bullpen.project;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * Every regular file below a folder, in one order on every system.
 *
 * <p>Symbolic links are not followed, hidden files and folders are left out, and what cannot be
 * read is said and left out.
 */
final class FolderListing {
  /** Files; far more than anybody publishes by hand, few enough to be listed in a second. */
  static final int MAX_FILES = 10_000;

  private FolderListing() {}

  /** Paths relative to the folder, with {@code /}, sorted. */
  static List<String> of(Folder folder, Consumer<String> warnings) {
    return of(folder, MAX_FILES, warnings);
  }

  /** The same, for a folder that may hold more or fewer files than usual. */
  static List<String> of(Folder folder, int maxFiles, Consumer<String> warnings) {
    if (!Files.isDirectory(folder.path())) {
      return List.of();
    }
    if (!folder.contains(folder.path())) {
      warnings.accept(
          "%s is ignored: it leads out of the project. Put a real folder in its place."
              .formatted(folder.path()));
      return List.of();
    }
    List<String> files = new ArrayList<>();
    try {
      Path real = folder.path().toRealPath();
      Files.walkFileTree(real, new Collector(new Folder(real, real), maxFiles, files, warnings));
    } catch (IOException e) {
      warnings.accept("%s is ignored: it cannot be read.".formatted(folder.path()));
    }
    Collections.sort(files);
    return List.copyOf(files);
  }

  private static final class Collector extends SimpleFileVisitor<Path> {
    private final Folder folder;
    private final int maxFiles;
    private final List<String> files;
    private final Consumer<String> warnings;

    Collector(Folder folder, int maxFiles, List<String> files, Consumer<String> warnings) {
      this.folder = folder;
      this.maxFiles = maxFiles;
      this.files = files;
      this.warnings = warnings;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      return !directory.equals(folder.path()) && isHidden(directory)
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile() && !isHidden(file)) {
        if (files.size() == maxFiles) {
          warnings.accept(
              "%s has more than %d files; the rest is ignored. Register what is meant in server.d/register.json."
                  .formatted(folder.path(), maxFiles));
          return FileVisitResult.TERMINATE;
        }
        files.add(folder.relative(file));
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      warnings.accept(
          "%s is ignored: it cannot be read (%s). Check its permissions."
              .formatted(file, e.getClass().getSimpleName()));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException e) {
      return FileVisitResult.CONTINUE;
    }

    private static boolean isHidden(Path path) {
      return path.getFileName().toString().startsWith(".");
    }
  }
}
