package dev.bullpen.launcher.validate;

import dev.bullpen.launcher.OwnProcesses;
import dev.bullpen.pool.folder.ClaimedFolder;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.project.file.Cause;
import dev.bullpen.project.script.Libraries;
import dev.bullpen.project.script.Library;
import dev.bullpen.project.script.LibraryException;
import dev.bullpen.server.program.CompilerCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Has the sources of a project compiled, and throws the classes away.
 *
 * @param root the project, which file names are relative to
 */
record SourceCheck(Path root, CompilerCommand compiler) {
  /** A compiler that has not ended after so long, on whatever machine, does not end. */
  private static final long SECONDS = 60;

  /**
   * What is wrong with each, as {@code FILE:LINE: MESSAGE} with the line below, again and again.
   */
  List<String> of(Collection<Path> sources) throws InterruptedException {
    List<Path> libraries;
    try {
      libraries = new Libraries(root).all().stream().map(Library::path).toList();
    } catch (LibraryException e) {
      return List.of(e.detail());
    }
    List<String> problems = new ArrayList<>();
    for (Path source : sources) {
      try {
        compile(source, libraries).ifPresent(problems::add);
      } catch (IOException e) {
        problems.add(
            "%s could not be compiled: %s. Let TMPDIR name a folder that can be written to."
                .formatted(source, Cause.of(e)));
      }
    }
    return problems;
  }

  private Optional<String> compile(Path source, List<Path> libraries)
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
        return Optional.of("%s: not compiled within %d s".formatted(name(source), SECONDS));
      }
      return process.exitValue() == CompilerCommand.DONE
          ? Optional.empty()
          : Optional.of(located(Files.readString(said, StandardCharsets.UTF_8), source));
    } finally {
      folder.remove();
    }
  }

  private String name(Path source) {
    return source.startsWith(root) ? root.relativize(source).toString() : source.toString();
  }

  /** The compiler names the file alone. */
  private String located(String said, Path source) {
    String file = source.getFileName() + ":";
    String name = name(source) + ":";
    return said.startsWith(file)
        ? said.strip()
            .lines()
            .map(line -> line.startsWith(file) ? name + line.substring(file.length()) : line)
            .collect(Collectors.joining("\n"))
        : name + " " + said.strip();
  }
}
