package dev.bullpen.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The regular files in a folder, at any depth. */
public final class RegularFiles {
  private RegularFiles() {}

  /** Lists them; links to files are among them, links to folders are followed on request only. */
  public static List<Path> in(Path folder, FileVisitOption... options) throws IOException {
    try (Stream<Path> all = Files.walk(folder, options)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause(); // such as that of a folder that may not be read
    }
  }
}
