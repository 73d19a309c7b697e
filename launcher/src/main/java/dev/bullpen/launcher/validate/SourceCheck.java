package dev.bullpen.launcher.validate;

import dev.bullpen.launcher.OwnProcesses;
import dev.bullpen.pool.folder.ClaimedFolder;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.server.program.CompilerCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Has one source compiled, and throws the classes away. */
final class SourceCheck {
  /** A compiler that has not ended after so long, on whatever machine, does not end. */
  private static final long SECONDS = 60;

  private SourceCheck() {}

  /**
   * What is wrong with it, as {@code FILE:LINE: MESSAGE} with the line below, again and again.
   *
   * @param root the project, which file names are relative to
   */
  static Optional<String> of(Path source, Path root, List<Path> libraries, CompilerCommand compiler)
      throws IOException, InterruptedException {
    ClaimedFolder folder = ClaimedFolder.make(Path.of(System.getProperty("java.io.tmpdir")));
    try {
      Path said = folder.path().resolve("said");
      Path classes = Files.createDirectory(folder.path().resolve("classes"));
      ProcessBuilder builder =
          new ProcessBuilder(compiler.words(source, classes, libraries))
              .directory(Self.folderOrRoot().toFile())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(said.toFile());
      builder.environment().clear();
      builder.environment().putAll(compiler.environment());
      Process process = OwnProcesses.start(builder);
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return Optional.of("%s: not compiled within %d s".formatted(name(source, root), SECONDS));
      }
      return process.exitValue() == CompilerCommand.DONE
          ? Optional.empty()
          : Optional.of(located(Files.readString(said, StandardCharsets.UTF_8), source, root));
    } finally {
      folder.remove();
    }
  }

  private static String name(Path source, Path root) {
    return source.startsWith(root) ? root.relativize(source).toString() : source.toString();
  }

  /** The compiler names the file alone. */
  private static String located(String said, Path source, Path root) {
    String file = source.getFileName() + ":";
    String name = name(source, root) + ":";
    return said.startsWith(file)
        ? said.strip()
            .lines()
            .map(line -> line.startsWith(file) ? name + line.substring(file.length()) : line)
            .collect(Collectors.joining("\n"))
        : name + " " + said.strip();
  }
}
