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

  /** What JDK 17 says where it looks for its jars by the names they have in a URL. */
  private static final String LOST = "CDS dump aborted (path was ";

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
    String said = said();
    return said.contains(LOST)
        ? new TrainingException(
            "JDK %s makes none of jars in a folder whose path has a space or a letter that is not ASCII, such as %s. Move Bullpen to a folder with a plain name, or use JDK 25, which can."
                .formatted(Runtime.version().feature(), log.getParent()))
        : new TrainingException("the %s %s. %s".formatted(role, what, said));
  }

  /** After success there is nothing to tell. */
  void forget() throws IOException {
    Files.deleteIfExists(log);
  }

  private String said() {
    try {
      String said = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).strip();
      return said.isEmpty() ? "It said nothing." : "It said: " + said;
    } catch (IOException e) {
      return "What it said is lost: " + e.getMessage();
    }
  }
}
