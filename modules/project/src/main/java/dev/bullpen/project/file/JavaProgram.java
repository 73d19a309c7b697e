package dev.bullpen.project.file;

import java.nio.file.Path;

/**
 * Which files are programs in Java: a source file, or a jar of classes.
 *
 * <p>They stand wherever a script may, and are told apart by their names alone. Nothing starts them
 * as a process, so they need no permission to be executed, and no first line makes them a script
 * for a shell. Where one name stands for several, a source goes before a jar, which may have been
 * made from it some time ago.
 */
public final class JavaProgram {
  public static final String SOURCE = ".java";
  public static final String JAR = ".jar";

  private JavaProgram() {}

  /** Whether a file of that name is one. */
  public static boolean is(String fileName) {
    return isSource(fileName) || isJar(fileName);
  }

  public static boolean is(Path file) {
    return is(file.toString());
  }

  public static boolean isSource(String fileName) {
    return fileName.endsWith(SOURCE);
  }

  public static boolean isJar(String fileName) {
    return fileName.endsWith(JAR);
  }
}
