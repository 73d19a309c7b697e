package dev.bullpen.project.file;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Programs by name, as a shell would find them. */
public final class SearchPath {
  /** Where POSIX systems keep their programs, for a server started without a PATH. */
  private static final String USUAL = "/usr/bin:/bin";

  private final String path;

  public SearchPath(Map<String, String> env) {
    this.path = env.getOrDefault("PATH", USUAL);
  }

  /** The first executable of that name; relative entries are not searched, they depend on cwd. */
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
