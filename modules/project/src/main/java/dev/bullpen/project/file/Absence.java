package dev.bullpen.project.file;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Whether a file certainly does not exist.
 *
 * <p>{@code Files.exists} also returns false for a file in a folder that this user may not enter.
 * Where absence permits something, that is not enough, because the file may exist.
 */
public final class Absence {
  private Absence() {}

  /** Whether nothing exists at the path, not even a broken link. */
  public static boolean isCertain(Path path) {
    if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
      return true;
    }
    // Nothing exists below a regular file, for which the system has another error.
    Path folder = path.getParent();
    return folder != null && Files.isRegularFile(folder);
  }
}
