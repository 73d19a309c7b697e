package dev.bullpen.posix;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folder this process was started in. It may be removed while the process runs, and no JVM
 * starts in a folder that is not there any more.
 */
public final class CurrentFolder {
  private static final Path ROOT = Path.of("/");

  private CurrentFolder() {}

  /**
   * Where a child can start: the current folder as it is called, or the root where that is gone.
   */
  public static Path orRoot() {
    Path folder = Path.of(System.getProperty("user.dir"));
    return folder.isAbsolute() && Files.isDirectory(folder) && Files.isExecutable(folder)
        ? folder
        : ROOT;
  }
}
