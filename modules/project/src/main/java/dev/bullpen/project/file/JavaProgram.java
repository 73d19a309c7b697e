package dev.bullpen.project.file;

import java.nio.file.Path;

/**
 * Which files are programs in Java: a source file, or a jar of classes, by the name alone.
 *
 * <p>They stand wherever a script may. No process is started from them, so they need neither
 * permission to be executed nor a first line. Of a source and a jar of one name the source counts;
 * the jar may be out of date.
 */
public final class JavaProgram {
  public static final String SOURCE = ".java";
  public static final String JAR = ".jar";

  private JavaProgram() {}

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
