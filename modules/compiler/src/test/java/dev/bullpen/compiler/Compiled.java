package dev.bullpen.compiler;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One run of the compiler as a process.
 *
 * @param classes the folder it wrote into
 */
record Compiled(int code, String out, String err, Path classes) {
  private static final long DEADLINE_SECONDS = 60;

  /** Save a source and have it compiled against the api. */
  static Compiled of(Path folder, String name, String source, Path... more)
      throws IOException, InterruptedException {
    Path file = folder.resolve(name);
    Files.writeString(file, source);
    return of(folder, file, List.of(), more);
  }

  static Compiled of(Path folder, Path file, List<String> flags, Path... more)
      throws IOException, InterruptedException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
    words.addAll(flags);
    words.addAll(List.of("-cp", place(Main.class), Main.class.getName()));
    words.addAll(List.of(file.toString(), classes.toString(), api()));
    for (Path entry : more) {
      words.add(entry.toString());
    }
    File out = Files.createTempFile(folder, "out", "").toFile();
    File err = Files.createTempFile(folder, "err", "").toFile();
    Process process = new ProcessBuilder(words).redirectOutput(out).redirectError(err).start();
    if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("not compiled within %d s".formatted(DEADLINE_SECONDS));
    }
    return new Compiled(process.exitValue(), text(out), text(err), classes);
  }

  /** The first line of the error output. */
  String firstError() {
    return err.lines().findFirst().orElse("");
  }

  private static String text(File file) throws IOException {
    return Files.readString(file.toPath(), StandardCharsets.UTF_8).strip();
  }

  private static String place(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath()).toString();
  }

  private static String api() {
    String paths =
        System.getProperty("java.class.path")
            + File.pathSeparator
            + System.getProperty("jdk.module.path", "");
    for (String path : paths.split(File.pathSeparator)) {
      if (path.contains("bullpen-api") || path.endsWith("modules/api/target/classes")) {
        return path;
      }
    }
    throw new AssertionError("the api is not on the test's path: " + paths);
  }
}
