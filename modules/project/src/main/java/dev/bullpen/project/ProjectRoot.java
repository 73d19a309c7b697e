package dev.bullpen.project;

import dev.bullpen.project.metadata.ProjectException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where the project is: the flag, else the environment, else upwards from where we stand. */
public final class ProjectRoot {
  /** The file that makes a folder a project when searching upwards. */
  static final String MARKER = "server.d/server.meta.json";

  /** The variable that names the project of an unattended start. */
  static final String VARIABLE = "MCPBASH_PROJECT_ROOT";

  private ProjectRoot() {}

  /**
   * Find the project folder, absolute and with symbolic links resolved.
   *
   * @param flag the value of {@code --project}
   * @param env the environment of the server; an empty {@code MCPBASH_PROJECT_ROOT} counts as unset
   * @param cwd where the search upwards begins
   */
  public static Path find(Optional<Path> flag, Map<String, String> env, Path cwd)
      throws ProjectException {
    if (flag.isPresent()) {
      return folder(cwd.resolve(flag.get()), "--project");
    }
    String named = env.getOrDefault(VARIABLE, "");
    if (!named.isEmpty()) {
      return folder(resolve(cwd, named), VARIABLE);
    }
    Path start = cwd.toAbsolutePath().normalize();
    for (Path at = start; at != null; at = at.getParent()) {
      if (Files.isRegularFile(at.resolve(MARKER))) {
        return folder(at, "the search upwards");
      }
    }
    throw new ProjectException(
        "No project found: no folder from %s upwards has %s. Change into a project, or name one with --project DIR or %s."
            .formatted(start, MARKER, VARIABLE));
  }

  private static Path resolve(Path cwd, String named) throws ProjectException {
    try {
      return cwd.resolve(named);
    } catch (InvalidPathException e) {
      throw new ProjectException(
          "%s is not a path. Set it to the folder that holds server.d.".formatted(VARIABLE));
    }
  }

  private static Path folder(Path path, String namedBy) throws ProjectException {
    if (!Files.isDirectory(path)) {
      throw new ProjectException(
          "%s names %s, which is %s. Name the folder that holds server.d."
              .formatted(namedBy, path, Files.exists(path) ? "not a folder" : "not there"));
    }
    try {
      return path.toRealPath();
    } catch (IOException e) {
      throw new ProjectException(
          "%s names %s, which cannot be read (%s). Check the permissions of its parents."
              .formatted(namedBy, path, e.getClass().getSimpleName()));
    }
  }
}
