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
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Outside of which no resource is read: {@code MCP_RESOURCES_ROOTS} (paths between colons, relative
 * ones below the project), else the resources folder, else the project. The roots a client has sent
 * do not count: they are where it works, not what the project publishes.
 */
public final class ResourceRoots {
  static final String VARIABLE = "MCP_RESOURCES_ROOTS";

  private final Layout layout;
  private final List<Path> named = new ArrayList<>();

  ResourceRoots(Layout layout, Map<String, String> env) {
    this.layout = layout;
    for (String path : env.getOrDefault(VARIABLE, "").split(":")) {
      try {
        if (!path.isBlank()) {
          named.add(layout.root().path().resolve(path).normalize());
        }
      } catch (InvalidPathException e) {
        continue; // no such folder can exist, so none is lost
      }
    }
  }

  /** Real paths of those that are there; looked up anew, as folders come and go. */
  List<Path> now() {
    Folder resources = layout.resources();
    List<Path> wanted =
        !named.isEmpty()
            ? named
            : List.of(
                resources.contains(resources.path()) ? resources.path() : layout.root().path());
    List<Path> roots = new ArrayList<>();
    for (Path path : wanted) {
      try {
        roots.add(path.toRealPath());
      } catch (IOException e) {
        continue; // what is not there contains nothing
      }
    }
    return roots;
  }

  /**
   * The root a file is in.
   *
   * @param real path of the file, every link followed
   * @param hidden what of its path below the root may be hidden
   */
  static Optional<Path> containing(Path real, HiddenNames hidden, List<Path> roots) {
    return roots.stream()
        .filter(root -> real.startsWith(root) && hidden.allow(root.relativize(real)))
        .findFirst();
  }

  /**
   * Which hidden files and folders may be read: all where the catalog names the very file, those
   * that a template spells out, else none.
   *
   * @param named empty for all
   */
  public record HiddenNames(Optional<Set<String>> named) {
    static final HiddenNames ALL = new HiddenNames(Optional.empty());
    static final HiddenNames NONE = new HiddenNames(Optional.of(Set.of()));

    /**
     * Those of a template, where each is a whole segment: {@code .git} of {@code
     * file:///{repo}/.git/HEAD}.
     */
    static HiddenNames spelledOutBy(String template) {
      return new HiddenNames(
          Optional.of(
              Stream.of(template.split("/"))
                  .filter(segment -> isHidden(segment) && !segment.contains("{"))
                  .collect(Collectors.toUnmodifiableSet())));
    }

    static boolean isHidden(String name) {
      return name.startsWith(".");
    }

    /** Whether a path holds no other hidden name. */
    boolean allow(Path relative) {
      for (Path part : relative) {
        String name = part.toString();
        if (isHidden(name) && named.isPresent() && !named.get().contains(name)) {
          return false;
        }
      }
      return true;
    }
  }
}
