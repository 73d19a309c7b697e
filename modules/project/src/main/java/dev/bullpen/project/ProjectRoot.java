package dev.bullpen.project;

import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.project.setting.OperatorSettings;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the project is: as it was named, else as the environment names it, else in the current
 * folder or one around it.
 */
public final class ProjectRoot {
  /** The file that makes a folder a project when searching upwards. */
  static final String MARKER = "server.d/server.meta.json";

  /** The variable that names the project of an unattended start. */
  public static final String VARIABLE = "MCPBASH_PROJECT_ROOT";

  private static final String NAME_ANOTHER = "Name the folder that holds server.d.";

  /** Folders of a project that others do not often have. */
  private static final List<String> PARTS = List.of("tools", "server.d");

  /** The encoding of file names; every JVM has it, and it cannot be changed once it runs. */
  private static final String ENCODING = "sun.jnu.encoding";

  private ProjectRoot() {}

  /** A folder as it is written in a flag or variable. */
  public record Named(String by, String folder) {}

  /**
   * Finds the project folder, absolute and with symbolic links resolved. An empty {@code
   * MCPBASH_PROJECT_ROOT} counts as unset.
   *
   * @param cwd where relative names and the search upwards begin
   * @throws ProjectException also if none is named and the search finds none
   */
  public static Path find(Optional<Named> named, Map<String, String> env, Path cwd)
      throws ProjectException {
    Optional<Path> found = search(named, env, cwd);
    if (found.isEmpty()) {
      throw new ProjectException(notFound(cwd));
    }
    return found.get();
  }

  /**
   * The same; empty if none is named, the search finds none, and the folder is not like a project.
   */
  public static Optional<Path> search(Optional<Named> named, Map<String, String> env, Path cwd)
      throws ProjectException {
    if (named.isPresent()) {
      return Optional.of(folder(cwd, named.get()));
    }
    String variable = env.getOrDefault(VARIABLE, "");
    if (!variable.isEmpty()) {
      return Optional.of(folder(cwd, new Named(VARIABLE, variable)));
    }
    for (Path at = start(cwd); at != null; at = at.getParent()) {
      if (Files.isRegularFile(at.resolve(MARKER))) {
        return Optional.of(folder(cwd, new Named("the search upwards", at.toString())));
      }
    }
    complainOf(cwd);
    if (part(start(cwd)).isPresent()) {
      throw new ProjectException(notFound(cwd));
    }
    return Optional.empty();
  }

  private static Path start(Path cwd) {
    return cwd.toAbsolutePath().normalize();
  }

  private static String notFound(Path cwd) {
    String next =
        part(start(cwd))
            .map(
                name ->
                    "This folder has %s/: use --project . or create %s.".formatted(name, MARKER))
            .orElse(
                "Change into a project, or name one with --project DIR or %s.".formatted(VARIABLE));
    return "No MCP project found: no folder from %s upwards has %s. %s"
        .formatted(start(cwd), MARKER, next);
  }

  /** A folder that lacks nothing but the marker is most probably meant. */
  private static Optional<String> part(Path folder) {
    return PARTS.stream().filter(name -> Files.isDirectory(folder.resolve(name))).findFirst();
  }

  private static Path folder(Path cwd, Named named) throws ProjectException {
    Path path = resolve(cwd, named);
    try {
      Path real = path.toRealPath();
      if (!Files.isDirectory(real)) {
        throw wrong(named, path, "is not a folder. " + NAME_ANOTHER);
      }
      if (!Files.isExecutable(real)) {
        throw wrong(named, path, "may not be entered. Give it to the user who starts the server.");
      }
      return real;
    } catch (NoSuchFileException e) {
      if (!Path.of(named.folder()).isAbsolute()) {
        complainOf(cwd);
      }
      String next = OperatorSettings.unexpanded(named.folder()).orElse(NAME_ANOTHER);
      throw wrong(named, path, "does not exist. " + next);
    } catch (AccessDeniedException e) {
      throw wrong(
          named,
          path,
          "cannot be reached, because a folder above it may not be entered. Check their permissions.");
    } catch (IOException e) {
      throw wrong(named, path, "cannot be reached (" + e.getMessage() + "). " + NAME_ANOTHER);
    }
  }

  private static Path resolve(Path cwd, Named named) throws ProjectException {
    try {
      return cwd.resolve(named.folder());
    } catch (InvalidPathException e) {
      throw new ProjectException(
          "%s names %s, which %s".formatted(named.by(), named.folder(), lostLetters()));
    }
  }

  private static ProjectException wrong(Named named, Path path, String what) {
    return new ProjectException("%s names %s, which %s".formatted(named.by(), path, what));
  }

  private static void complainOf(Path cwd) throws ProjectException {
    if (losesLetters(cwd)) {
      throw new ProjectException(
          "the current folder is %s, which %s".formatted(cwd, lostLetters()));
    }
  }

  /**
   * A clause about a name of which letters are lost, and what to do. A JVM spells file names as its
   * locale says: where that has ASCII alone, other letters are lost before they can be read, and
   * the file cannot be found by what is left.
   */
  public static String lostLetters() {
    return "has letters that the locale does not have (file names are %s). Set LC_ALL=C.UTF-8, or another locale of UTF-8."
        .formatted(System.getProperty(ENCODING));
  }

  /** Whether the current folder has another name than the JVM believes. */
  private static boolean losesLetters(Path cwd) {
    return !"UTF-8".equals(System.getProperty(ENCODING)) && !Files.isDirectory(cwd);
  }
}
