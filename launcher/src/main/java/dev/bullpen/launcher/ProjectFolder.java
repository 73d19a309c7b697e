package dev.bullpen.launcher;

import dev.bullpen.project.ProjectRoot;
import dev.bullpen.project.metadata.ProjectException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Finds the project's folder, in the same way for servers and commands. */
final class ProjectFolder {
  private static final String VARIABLE = ProjectRoot.VARIABLE;

  /** Set by the start script if the current folder was removed; it then changes to {@code /}. */
  private static final String REMOVED = "bullpen.removed";

  private ProjectFolder() {}

  /** " Did you mean --project WORD?" if the word is a folder; else "". */
  static String question(String word) {
    try {
      return Files.isDirectory(Path.of(word))
          ? " Did you mean %s %s?".formatted(Setting.PROJECT.flag(), word)
          : "";
    } catch (InvalidPathException e) {
      return "";
    }
  }

  /**
   * Finds the folder; absolute, with links followed.
   *
   * @param named the value of the flag or of its variable
   */
  static Path find(Optional<Given> named, Map<String, String> environment)
      throws UsageException, ProjectException {
    return ProjectRoot.find(folder(named, environment), environment, here());
  }

  /** Finds the folder; empty if none is named and there is none at or above the current folder. */
  static Optional<Path> search(Optional<Given> named, Map<String, String> environment)
      throws UsageException, ProjectException {
    return ProjectRoot.search(folder(named, environment), environment, here());
  }

  private static Optional<ProjectRoot.Named> folder(
      Optional<Given> named, Map<String, String> environment)
      throws UsageException, ProjectException {
    Optional<ProjectRoot.Named> folder =
        named.isEmpty()
            ? Optional.empty()
            : Optional.of(new ProjectRoot.Named(named.get().source(), named.get().folder()));
    String name =
        folder.map(ProjectRoot.Named::folder).orElse(environment.getOrDefault(VARIABLE, ""));
    if (Boolean.getBoolean(REMOVED) && !name.isEmpty() && !name.startsWith("/")) {
      throw new ProjectException(
          "the current folder has been removed, so %s cannot be found from there. Name the project by its whole path."
              .formatted(name));
    }
    return folder;
  }

  private static Path here() {
    return Path.of("").toAbsolutePath();
  }
}
