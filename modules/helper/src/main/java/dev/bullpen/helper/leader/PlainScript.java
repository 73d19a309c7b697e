package dev.bullpen.helper.leader;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A text that may be executed but has no {@code #!} line. The kernel does not know what runs it
 * (ENOEXEC, execve(2)); a shell that was to start it would run it itself, and bash was what started
 * scripts before.
 */
final class PlainScript {
  /** As much as bash looks at to tell a text from a program of another system. */
  private static final int HEAD_BYTES = 80;

  private static final String LAST_RESORT = "/bin/sh";

  private PlainScript() {}

  /** The arguments that have a shell run it; empty if it is no text. */
  static Optional<List<String>> behindShell(List<String> argv) {
    if (!isText(Path.of(argv.get(0)))) {
      return Optional.empty();
    }
    List<String> behind = new ArrayList<>();
    behind.add(shell());
    behind.addAll(argv);
    return Optional.of(behind);
  }

  private static boolean isText(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      for (byte one : in.readNBytes(HEAD_BYTES)) {
        if (one == 0) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static String shell() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> folder.startsWith("/"))
        .map(folder -> Path.of(folder, "bash"))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Path::toString)
        .orElse(LAST_RESORT);
  }
}
