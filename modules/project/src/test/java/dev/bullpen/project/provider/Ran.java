package dev.bullpen.project.provider;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process that has run to its end, with exactly the environment it was given. */
record Ran(int exitCode, String out, String err) {
  private static final int LIMIT_SECONDS = 30;

  /** What it says to the client: the first line of its error output. */
  String message() {
    return err.lines().findFirst().orElse("");
  }

  /** What it says to the operator: the further lines. */
  String logged() {
    return String.join("\n", err.lines().skip(1).toList());
  }

  static Ran of(Path folder, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    return of(folder, environment, command, 0);
  }

  /**
   * @param moreSeconds that it may take, beside the usual ones
   */
  static Ran of(Path folder, Map<String, String> environment, List<String> command, int moreSeconds)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile("ran", ".out");
    Path err = Files.createTempFile("ran", ".err");
    try {
      Process process = start(folder, environment, command, out, err);
      if (!process.waitFor(LIMIT_SECONDS + moreSeconds, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(command + " did not end: " + Files.readString(err));
      }
      return new Ran(
          process.exitValue(),
          Files.readString(out, StandardCharsets.ISO_8859_1),
          Files.readString(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  static Process start(
      Path folder, Map<String, String> environment, List<String> command, Path out, Path err)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder
        .redirectInput(new File("/dev/null"))
        .redirectOutput(out.toFile())
        .redirectError(err.toFile())
        .start();
  }
}
