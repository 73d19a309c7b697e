package dev.bullpen.project.file;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds programs by name, as a shell does. */
public final class SearchPath {
  /** Where POSIX systems keep their programs; used if the server has no PATH. */
  private static final String USUAL = "/usr/bin:/bin";

  private final String path;

  public SearchPath(Map<String, String> env) {
    this.path = env.getOrDefault("PATH", USUAL);
  }

  /**
   * The folders inside another one, after following links. Includes relative entries, for scripts
   * that run there.
   */
  List<Path> within(Folder folder) {
    List<Path> within = new ArrayList<>();
    for (String entry : path.split(File.pathSeparator, -1)) {
      try {
        Path named = folder.path().resolve(entry);
        if (named.normalize().startsWith(folder.path()) || folder.contains(named)) {
          within.add(named);
        }
      } catch (InvalidPathException e) {
        continue;
      }
    }
    return List.copyOf(within);
  }

  /**
   * The first executable with this name. Relative entries are not searched, because they depend on
   * the working directory.
   */
  public Optional<Path> find(String program) {
    for (String entry : path.split(File.pathSeparator)) {
      try {
        Path candidate = Path.of(entry).resolve(program);
        if (candidate.isAbsolute()
            && Files.isRegularFile(candidate)
            && Files.isExecutable(candidate)) {
          return Optional.of(candidate);
        }
      } catch (InvalidPathException e) {
        continue;
      }
    }
    return Optional.empty();
  }
}
