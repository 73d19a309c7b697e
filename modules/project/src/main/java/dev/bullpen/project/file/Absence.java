package dev.bullpen.project.file;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Whether something is certainly not there.
 *
 * <p>{@code exists} says no as well of what lies in a folder that we may not enter. Where something
 * decides what may be done, that no would decide it the wrong way: what cannot be looked for may be
 * there.
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

  /**
   * The same, for what is asked before every call and usually is not there: an exception, by which
   * {@link Files} tells of that, is only met if the folder's permissions leave it open. What a link
   * leads to counts.
   *
   * @param folder that of {@code file}
   */
  public static boolean isCertain(File file, File folder) {
    return !file.exists() && (folder.canExecute() || isCertain(file.toPath()));
  }
}
