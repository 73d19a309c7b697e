package dev.bullpen.launcher;

import dev.bullpen.project.ProjectRoot;
import dev.bullpen.project.metadata.ProjectException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Which project: one reading for the server and for the commands that look at a project. */
final class ProjectFolder {
  private ProjectFolder() {}

  /**
   * Finds it; absolute, with links followed.
   *
   * @param named what the flag or its stand-in says, if there is one
   */
  static Path find(Optional<Given> named, Map<String, String> environment)
      throws UsageException, ProjectException {
    return ProjectRoot.find(folder(named), environment, here());
  }

  /** The same; empty if none is named, and there is none here. */
  static Optional<Path> search(Optional<Given> named, Map<String, String> environment)
      throws UsageException, ProjectException {
    return ProjectRoot.search(folder(named), environment, here());
  }

  private static Optional<ProjectRoot.Named> folder(Optional<Given> named) throws UsageException {
    return named.isEmpty()
        ? Optional.empty()
        : Optional.of(new ProjectRoot.Named(named.get().source(), named.get().folder()));
  }

  private static Path here() {
    return Path.of("").toAbsolutePath();
  }
}
