package dev.bullpen.project.file;

import java.nio.file.Path;

/**
 * Recognises programs in Java by their file name: source files, and jars of classes.
 *
 * <p>They are allowed wherever a script is. No process is started from them, so they need neither
 * execute permission nor a first line. If a source and a jar have the same name, the source is
 * used, because the jar may be out of date.
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
