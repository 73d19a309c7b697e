package dev.bullpen.project.file;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A folder whose files are served, and the boundary that contains them all. The boundary is checked
 * on real paths, so neither {@code ..} nor an absolute path nor a symbolic link leads out of it.
 *
 * @param path absolute, as in the environment of scripts
 * @param boundary the project for its own folders; the folder itself if the operator named it
 */
public record Folder(Path path, Path boundary) {

  /** An existing regular file below this folder and inside the boundary. */
  public Optional<Path> file(String relative) {
    return resolve(relative).filter(Files::isRegularFile).filter(this::contains);
  }

  /** The path for a name, existing or not; empty if the name cannot be a path. */
  public Optional<Path> resolve(String relative) {
    if (relative.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(path.resolve(relative).normalize());
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  public List<Path> boundaries() {
    try {
      return List.of(boundary, boundary.toRealPath());
    } catch (IOException e) {
      return List.of(boundary);
    }
  }

  /** Whether an existing path is inside the boundary after following all links. */
  public boolean contains(Path existing) {
    try {
      return containsReal(existing.toRealPath());
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether a path without links is inside the boundary. */
  public boolean containsReal(Path real) {
    return around(real).isPresent();
  }

  /** The boundary as a real path, if it contains a path without links. */
  Optional<Path> around(Path real) {
    // The start of a real path is real too, and need not be resolved.
    if (real.startsWith(boundary)) {
      return Optional.of(boundary);
    }
    try {
      return Optional.of(boundary.toRealPath()).filter(real::startsWith);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The name of a file relative to this folder, with {@code /} on every system. */
  public String relative(Path file) {
    return path.relativize(file).toString().replace(File.separatorChar, '/');
  }
}
