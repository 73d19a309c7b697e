package dev.bullpen.project.file;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Whether something is certainly not there.
 *
 * <p>{@code Files.exists} also says no of a file in a folder that this user may not enter. Where
 * absence permits something, that is not enough: the file may be there.
 */
public final class Absence {
  private Absence() {}

  /** Whether nothing is there, not even a link that leads nowhere. */
  public static boolean isCertain(Path path) {
    if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
      return true;
    }
    // Below a file nothing is, which the system calls another mistake.
    Path folder = path.getParent();
    return folder != null && Files.isRegularFile(folder);
  }
}
