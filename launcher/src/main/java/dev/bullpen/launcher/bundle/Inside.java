package dev.bullpen.launcher.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files that a bundle may contain: those in the project, after following links.
 *
 * @param root the project's folder, by its real path
 */
record Inside(Path root) {
  /** Refuses a file or folder that lies elsewhere. */
  void check(Path file) throws IOException {
    if (!file.toRealPath().startsWith(root)) {
      throw new IOException(
          "%s leads out of the project. Put a copy into the project.".formatted(file));
    }
  }

  /** Reads a text file that the project names. */
  String text(String name) throws IOException {
    Path file = root.resolve(name);
    check(file);
    return Files.readString(file);
  }
}
