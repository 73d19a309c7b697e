package dev.bullpen.project.file;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What lies in a folder, all of it or none: one that vanishes or fails while it is listed is told
 * like one that cannot be opened, and not by an exception that nobody has to expect.
 */
public final class FolderEntries {
  private FolderEntries() {}

  /** In no order, links as they are. */
  public static List<Path> of(Path folder) throws IOException {
    return of(folder, "*");
  }

  /**
   * Of these, some.
   *
   * @param names a glob, see {@link java.nio.file.FileSystem#getPathMatcher}
   */
  public static List<Path> of(Path folder, String names) throws IOException {
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, names)) {
      entries.forEach(all::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return all;
  }
}
