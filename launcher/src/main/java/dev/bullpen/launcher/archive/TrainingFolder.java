package dev.bullpen.launcher.archive;

import dev.bullpen.pool.folder.ClaimedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a JVM in training has its temporary files. A server makes archives in a job, whose
 * temporary folder is emptied even if the job is ended: so that is taken, and not the place a JVM
 * takes whatever TMPDIR says.
 */
final class TrainingFolder {
  private TrainingFolder() {}

  /** A new one, to be removed; if this process is killed the next server does so. */
  static ClaimedFolder make() throws IOException {
    return ClaimedFolder.make(given().orElse(Path.of(System.getProperty("java.io.tmpdir"))));
  }

  private static Optional<Path> given() {
    try {
      return Optional.ofNullable(System.getenv("TMPDIR"))
          .map(Path::of)
          .filter(path -> path.isAbsolute() && Files.isDirectory(path));
    } catch (InvalidPathException e) { // in a locale without its letters
      return Optional.empty();
    }
  }
}
