package dev.bullpen.project;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A JVM spells file names as its locale says: where that has ASCII alone, what is not ASCII is lost
 * before anybody can look at it, and the file cannot be found by what is left.
 */
public final class LostLetters {
  /** The encoding of file names; every JVM has it, and it cannot be changed once it runs. */
  private static final String ENCODING = "sun.jnu.encoding";

  private LostLetters() {}

  /** A clause about a name of which letters are lost, and what to do. */
  public static String clause() {
    return "has letters that the locale does not have (file names are %s). Set LC_ALL=C.UTF-8, or another locale of UTF-8."
        .formatted(System.getProperty(ENCODING));
  }

  /** Whether the folder we stand in is called otherwise than the JVM believes. */
  static boolean areIn(Path cwd) {
    return !"UTF-8".equals(System.getProperty(ENCODING)) && !Files.isDirectory(cwd);
  }
}
