package dev.bullpen.launcher;

import dev.bullpen.posix.log.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A text file that is written in one step: a program that reads it meanwhile gets the old content
 * or the new one, and a full disk leaves the old one.
 */
public record WholeFile(Path path) {
  /**
   * Writes it, and makes the folders above it that are missing. An existing file keeps its mode,
   * and a link to it stays.
   *
   * @param mode of a new file, whatever the umask, such as {@code rw-r--r--}
   * @throws IOException with a sentence for the user; the file is then unchanged
   */
  public void write(String text, String mode) throws IOException {
    try {
      boolean isThere = Files.exists(path);
      Path target = isThere ? path.toRealPath() : path;
      ClosedFolder.make(target.getParent());
      // In the same folder, because a rename works only within one file system.
      Path next = Files.createTempFile(target.getParent(), ".bullpen", ".new");
      try {
        Files.writeString(next, text);
        Files.setPosixFilePermissions(
            next,
            isThere
                ? Files.getPosixFilePermissions(target)
                : PosixFilePermissions.fromString(mode));
        Files.move(next, target, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(next);
      }
    } catch (IOException e) {
      throw new IOException("%s cannot be written: %s".formatted(path, Cause.of(e)), e);
    }
  }
}
