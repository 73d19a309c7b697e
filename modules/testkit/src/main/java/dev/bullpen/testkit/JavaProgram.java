package dev.bullpen.testkit;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A main class of this module started as a process of its own, by the JDK that runs the test. */
public final class JavaProgram {
  // The programs are small and short-lived: what counts is how soon they run.
  private static final List<String> FLAGS =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m", "-Xss512k");

  private JavaProgram() {}

  /**
   * The command that runs {@code main}.
   *
   * @param needed classes from other modules that the program uses
   */
  public static List<String> command(Class<?> main, Class<?>... needed) {
    List<String> command = new ArrayList<>();
    command.add(java("java").toString());
    command.addAll(FLAGS);
    command.add("-cp");
    command.add(classPath(main, needed));
    command.add(main.getName());
    return command;
  }

  /** A program of that JDK. */
  public static Path java(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name);
  }

  private static String classPath(Class<?> main, Class<?>... needed) {
    Set<String> places =
        Stream.concat(Stream.of(main), Stream.of(needed))
            .map(JavaProgram::place)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return String.join(":", places);
  }

  private static String place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("no path leads to " + type, e);
    }
  }
}
