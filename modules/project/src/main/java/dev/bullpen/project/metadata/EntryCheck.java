package dev.bullpen.project.metadata;

import dev.bullpen.project.file.Folder;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * What an entry of {@code register.json} needs to be served at all. Everything else about it is
 * taken as it is.
 */
public final class EntryCheck {
  private static final String PATH = "path";

  private final List<String> needed;
  private final Optional<EntryPath> paths;
  private final Folder project;

  /**
   * Prepare for checking the entries of one kind.
   *
   * @param needed members that must be strings with something in them
   * @param paths checks the member {@code path}, where there is one
   * @param project a {@code java} lies in it, which does for a {@code path}
   */
  public EntryCheck(List<String> needed, Optional<EntryPath> paths, Folder project) {
    this.needed = needed;
    this.paths = paths;
    this.project = project;
  }

  public void check(ObjectNode entry) throws EntryException {
    for (String key : needed) {
      boolean isReplaced = key.equals(PATH) && JavaEntry.isIn(entry);
      if (!isReplaced) {
        StrictMembers.text(entry, key, "Give its %s".formatted(key));
      }
    }
    JavaEntry.check(entry, project);
    Optional<String> path = Members.text(entry, PATH);
    if (path.isPresent() && paths.isPresent()) {
      paths.get().of(path.get());
    }
  }
}
