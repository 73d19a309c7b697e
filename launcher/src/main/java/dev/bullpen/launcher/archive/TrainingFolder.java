package dev.bullpen.launcher.archive;

import dev.bullpen.posix.PrivateFolder;
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
  private static final String PREFIX = "bullpen-";

  private TrainingFolder() {}

  /** A new one, to be removed. */
  static PrivateFolder make() throws IOException {
    Optional<Path> around = given();
    return new PrivateFolder(
        around.isPresent()
            ? Files.createTempDirectory(around.get(), PREFIX)
            : Files.createTempDirectory(PREFIX));
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
