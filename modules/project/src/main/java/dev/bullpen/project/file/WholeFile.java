package dev.bullpen.project.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that readers see in their former content or in the new, also with several writers. */
public final class WholeFile {
  private WholeFile() {}

  /**
   * Write it.
   *
   * @throws IOException if that is not possible; the file is as it was
   */
  public static void write(Path file, byte[] bytes) throws IOException {
    // Beside the file, as only within one file system can it be renamed into its place.
    Path fresh = Files.createTempFile(file.getParent(), "." + file.getFileName() + ".", ".tmp");
    try {
      Files.write(fresh, bytes);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
