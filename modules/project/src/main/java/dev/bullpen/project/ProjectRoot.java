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
 * Finds the project folder: the named one, otherwise the one in the environment, otherwise the
 * current folder or the first above it that is a project.
 */
public final class ProjectRoot {
  /** The file that marks a project in the search upwards. */
  static final String MARKER = "server.d/server.meta.json";

  /** The variable that names the project. */
  public static final String VARIABLE = "MCPBASH_PROJECT_ROOT";

  private static final String NAME_ANOTHER = "Name the folder that holds server.d.";

  /** Folders of a project that other folders rarely have. */
  private static final List<String> PARTS = List.of("tools", "server.d");

  /**
   * The property with the encoding of file names. It cannot be changed after the JVM has started.
   */
  private static final String ENCODING = "sun.jnu.encoding";

  private ProjectRoot() {}

  /** A folder as written in a flag or variable. */
  public record Named(String by, String folder) {}

  /**
   * Finds the project folder, absolute and with symbolic links resolved. An empty {@code
   * MCPBASH_PROJECT_ROOT} counts as unset.
   *
   * @param cwd where relative names and the search upwards start
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
   * The same; empty if none is named, the search finds none, and the folder does not resemble a
   * project.
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

  /** A folder that lacks only the marker is probably meant. */
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
   * The end of a sentence about a name whose letters are lost, with what to do. A JVM encodes file
   * names by its locale. With an ASCII locale, other letters are lost when a name is read, and the
   * remaining name finds no file.
   */
  public static String lostLetters() {
    return "has letters that the locale does not have (file names are %s). Set LC_ALL=C.UTF-8, or another UTF-8 locale."
        .formatted(System.getProperty(ENCODING));
  }

  /** Whether the JVM has lost letters of the current folder's name. */
  private static boolean losesLetters(Path cwd) {
    return !"UTF-8".equals(System.getProperty(ENCODING)) && !Files.isDirectory(cwd);
  }
}
