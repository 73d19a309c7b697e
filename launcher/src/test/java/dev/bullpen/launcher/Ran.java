package dev.bullpen.launcher;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process that has run to its end, with exactly the environment it was given. */
public record Ran(int exitCode, String out, String err) {
  private static final int LIMIT_SECONDS = 30;

  public static Ran of(Path folder, Map<String, String> environment, List<String> command) {
    try {
      Path out = Files.createTempFile("ran", ".out");
      Path err = Files.createTempFile("ran", ".err");
      try {
        return of(start(folder, environment, command, out, err), command, out, err);
      } finally {
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Ran of(Process process, List<String> command, Path out, Path err)
      throws IOException, InterruptedException {
    boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    Ran ran =
        new Ran(ended ? process.exitValue() : -1, Files.readString(out), Files.readString(err));
    assertTrue(ended, () -> command + " did not end: " + ran);
    return ran;
  }

  public static Process start(
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

  public List<String> lines() {
    return out.lines().toList();
  }

  /** Its output without the line breaks at the end, as {@code $(…)} sees it. */
  public String value() {
    return out.replaceFirst("\n+$", "");
  }
}
