package dev.bullpen.project.resource;

import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Outside of which no resource is read: {@code MCP_RESOURCES_ROOTS} (paths between colons, relative
 * ones below the project), else the resources folder, else the project. The roots a client has sent
 * do not count: they are where it works, not what the project publishes.
 */
final class ResourceRoots {
  static final String VARIABLE = "MCP_RESOURCES_ROOTS";

  private final Layout layout;
  private final List<Path> named;

  ResourceRoots(Layout layout, Map<String, String> env) {
    this.layout = layout;
    this.named = named(env.getOrDefault(VARIABLE, ""), layout.root().path());
  }

  private static List<Path> named(String variable, Path project) {
    List<Path> paths = new ArrayList<>();
    for (String path : variable.split(":")) {
      try {
        if (!path.isBlank()) {
          paths.add(project.resolve(path).normalize());
        }
      } catch (InvalidPathException e) {
        // No such folder can exist, so none is lost.
        continue;
      }
    }
    return paths;
  }

  /** Real paths of those that are there; looked up anew, as folders come and go. */
  List<Path> now() {
    List<Path> roots = new ArrayList<>();
    if (named.isEmpty()) {
      Folder resources = layout.resources();
      add(roots, resources.contains(resources.path()) ? resources.path() : layout.root().path());
    }
    named.forEach(path -> add(roots, path));
    return roots;
  }

  /**
   * The root a file is in.
   *
   * @param real path of the file, every link followed
   * @param hidden what of its path below the root may be hidden
   */
  static Optional<Path> containing(Path real, HiddenNames hidden, List<Path> roots) {
    for (Path root : roots) {
      if (real.startsWith(root) && hidden.allow(root.relativize(real))) {
        return Optional.of(root);
      }
    }
    return Optional.empty();
  }

  private static void add(List<Path> roots, Path path) {
    try {
      roots.add(path.toRealPath());
    } catch (IOException e) {
      // What is not there contains nothing.
      return;
    }
  }
}
