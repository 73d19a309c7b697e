package dev.bullpen.launcher.archive;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that works for the sake of its class archive; what it says goes to a file, shown only if it
 * fails.
 */
final class Trainee {
  /** Writing an archive takes a second or two; a busy machine may take ten times that. */
  static final Duration EXIT_LIMIT = Duration.ofSeconds(60);

  private final String role;
  private final Path log;

  Trainee(Recording recording) {
    this.role = recording.role();
    this.log = recording.folder().resolve(role + ".said");
  }

  /** Runs in the archive's folder. */
  ProcessBuilder in(ProcessBuilder builder) {
    return builder.directory(log.getParent().toFile()).redirectError(Redirect.to(log.toFile()));
  }

  /** Waits for the end of a JVM that was told to end. */
  void awaitExit(Process process) throws TrainingException, InterruptedException {
    if (!process.waitFor(EXIT_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
      throw new TrainingException(
          "the %s did not end within %d s".formatted(role, EXIT_LIMIT.toSeconds()));
    }
  }

  TrainingException failed(String what) {
    return new TrainingException("the %s %s. %s".formatted(role, what, said()));
  }

  /** After success there is nothing to tell. */
  void forget() throws IOException {
    Files.deleteIfExists(log);
  }

  private String said() {
    try {
      String said = Files.readString(log, StandardCharsets.ISO_8859_1).strip();
      return said.isEmpty() ? "It said nothing." : "It said: " + said;
    } catch (IOException e) {
      return "What it said is lost: " + e.getMessage();
    }
  }
}
