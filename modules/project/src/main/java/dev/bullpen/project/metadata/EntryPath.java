package dev.bullpen.project.metadata;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.JavaProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Paths in entries of {@code register.json}: relative to the folder of the kind, as mcp-bash has
 * it, else to the project.
 */
public final class EntryPath {
  private final Folder folder;
  private final Folder project;

  public EntryPath(Folder folder, Folder project) {
    this.folder = folder;
    this.project = project;
  }

  /**
   * The path relative to the folder of the kind; said and empty for one that leads out, of which
   * nothing is looked at.
   */
  public String known(String written, Consumer<String> problems) {
    try {
      return of(written);
    } catch (EntryException e) {
      problems.accept("\"path\" is ignored: %s. %s.".formatted(e.getMessage(), e.nextStep()));
      return "";
    }
  }

  /** The path relative to the folder of the kind; its file need not exist. */
  String of(String written) throws EntryException {
    Optional<Path> inFolder = folder.resolve(written);
    Optional<Path> inProject = project.resolve(written).filter(Files::isRegularFile);
    Path file =
        inFolder
            .filter(path -> inProject.isEmpty() || Files.isRegularFile(path))
            .or(() -> inProject)
            .orElseThrow(
                () ->
                    new EntryException(
                        "\"%s\" is no path".formatted(EscapedBytes.of(written)),
                        "Correct \"path\""));
    if (!isInside(file)) {
      throw new EntryException(
          "\"%s\" is outside %s".formatted(EscapedBytes.of(written), folder.boundary()),
          "Move the file in there");
    }
    return folder.relative(file);
  }

  /** Whether there is a file that may be served by a path relative to the folder of the kind. */
  public boolean isThere(String path) {
    return folder.resolve(path).filter(Files::isRegularFile).filter(this::isInside).isPresent();
  }

  /** A program in Java may lie in the project wherever the folder of the kind is. */
  private boolean isInside(Path file) {
    return isInside(folder, file) || JavaProgram.is(file) && isInside(project, file);
  }

  private static boolean isInside(Folder folder, Path file) {
    return Files.exists(file) ? folder.contains(file) : file.startsWith(folder.boundary());
  }
}
