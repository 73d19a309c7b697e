package dev.bullpen.launcher.validate;

import dev.bullpen.launcher.ShortRun;
import dev.bullpen.pool.folder.OwnedFolder;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.script.Libraries;
import dev.bullpen.project.script.Libraries.Library;
import dev.bullpen.server.program.CompilerCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Compiles the sources of a project, and discards the classes.
 *
 * @param root the project's folder, to which file names are relative
 */
record SourceCheck(Path root, CompilerCommand compiler) {
  /** A compiler that runs longer hangs, even on a slow machine. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Reports faults as {@code FILE:LINE: MESSAGE}, each with the line below it. */
  void check(Collection<Path> sources, Findings findings) {
    List<Path> libraries;
    try {
      libraries = new Libraries(root).all().stream().map(Library::path).toList();
    } catch (RefusedException e) {
      findings.problem(e.detail());
      return;
    }
    for (Path source : sources) {
      try {
        compile(source, libraries).ifPresent(findings::problemInLines);
      } catch (IOException e) {
        findings.problem(
            "%s could not be compiled: %s. Set TMPDIR to a folder that can be written."
                .formatted(source, Cause.of(e)));
      }
    }
  }

  private Optional<String> compile(Path source, List<Path> libraries) throws IOException {
    try (OwnedFolder folder = OwnedFolder.make()) {
      Path classes = Files.createDirectory(folder.path().resolve("classes"));
      Optional<ShortRun.Result> result =
          new ShortRun(compiler.environment(), LIMIT)
              .run(compiler.words(source, classes, libraries), Self.folderOrRoot());
      if (result.isEmpty()) {
        return Optional.of(
            "%s: not compiled within %d s".formatted(name(source), LIMIT.toSeconds()));
      }
      int code = result.get().exitCode();
      String output = result.get().output();
      return code == CompilerCommand.DONE
          ? Optional.empty()
          : Optional.of(
              located(
                  output.isBlank() ? "the compiler ended with exit code " + code : output, source));
    } catch (PosixException e) {
      return Optional.of(
          "%s: the compiler cannot be started (%s)".formatted(name(source), e.getMessage()));
    }
  }

  private String name(Path source) {
    return source.startsWith(root) ? root.relativize(source).toString() : source.toString();
  }

  /**
   * The compiler's messages, with paths from the project; without a shell's warning before them.
   */
  private String located(String said, Path source) {
    String file = source.getFileName() + ":";
    String name = name(source) + ":";
    String lines =
        said.strip()
            .lines()
            .dropWhile(line -> !line.startsWith(file))
            .map(line -> line.startsWith(file) ? name + line.substring(file.length()) : line)
            .collect(Collectors.joining("\n"));
    return lines.isEmpty() ? name + " " + said.strip() : lines;
  }
}
