package dev.bullpen.bench.race;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Builds the others from their sources, each if what that needs is there. */
final class Rivals {
  private final Path sources;
  private final Path work;
  private final Course course;

  /**
   * @param sources the folder rivals
   * @param work where they are built
   */
  Rivals(Path sources, Path work, Course course) {
    this.sources = sources;
    this.work = work;
    this.course = course;
  }

  /** The program that measures the limit; without it there is no race. */
  Path limit() throws IOException {
    return Limit.compile(sources.resolve("c/race.c"), work);
  }

  /** The least server there can be. */
  Contender least(Path program) {
    return contender("the least server, in C", List.of(program.toString(), "serve"));
  }

  /** The least that hands its scripts to another process, as the product does. */
  Contender leastOfTwo(Path program) {
    return contender("the least of two processes, in C", List.of(program.toString(), "serve2"));
  }

  /** Needs node and npm, and their registry. */
  Optional<Contender> typescript() {
    try {
      Path folder = Files.createDirectories(work.resolve("typescript"));
      for (String file : List.of("package.json", "server.mjs")) {
        Files.copy(
            sources.resolve("typescript").resolve(file),
            folder.resolve(file),
            StandardCopyOption.REPLACE_EXISTING);
      }
      build(List.of("npm", "install", "--no-audit", "--no-fund", "--silent"), folder);
      String server = folder.resolve("server.mjs").toString();
      return Optional.of(contender("TypeScript SDK", List.of("node", server)));
    } catch (IOException e) {
      return missing("TypeScript SDK", e);
    }
  }

  /**
   * On this JDK, with a class archive and the flags that make a JVM start fast.
   *
   * @param libraries the folder of the SDK's jars
   */
  Optional<Contender> javaSdk(Path libraries, String javaHome) {
    try (Stream<Path> jars = Files.list(libraries)) {
      Path classes = Files.createDirectories(work.resolve("java-sdk"));
      List<String> path = new ArrayList<>(List.of(classes.toString()));
      jars.map(Path::toString).sorted().forEach(path::add);
      String classPath = String.join(":", path);
      String source = sources.resolve("java-sdk/JavaSdkServer.java").toString();
      String bin = javaHome + "/bin/";
      build(List.of(bin + "javac", "-cp", classPath, "-d", classes.toString(), source), work);
      List<String> java =
          List.of(
              bin + "java",
              "-XX:+UseSerialGC",
              "-XX:TieredStopAtLevel=1",
              "-Xshare:auto",
              "-cp",
              classPath,
              "JavaSdkServer");
      return Optional.of(contender("Java SDK", java));
    } catch (IOException e) {
      return missing("Java SDK", e);
    }
  }

  private static Optional<Contender> missing(String name, IOException why) {
    System.out.println("[race] without " + name + ": " + why.getMessage());
    return Optional.empty();
  }

  /** A server that is told its scripts. */
  private Contender contender(String name, List<String> program) {
    List<String> command = new ArrayList<>(program);
    command.add(course.completion());
    command.add(course.tool());
    return new Contender(name, command, Map.of());
  }

  static void build(List<String> command, Path folder) throws IOException {
    Process process = new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + " fails");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
