package dev.bullpen.project;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * What an entry of {@code register.json} needs to be served at all. Everything else about it is
 * taken as it is.
 */
final class EntryCheck {
  private final List<String> needed;
  private final Optional<EntryPath> paths;

  /**
   * Prepare for checking the entries of one kind.
   *
   * @param needed members that must be strings with something in them
   * @param paths checks the member {@code path}, where there is one
   */
  EntryCheck(List<String> needed, Optional<EntryPath> paths) {
    this.needed = needed;
    this.paths = paths;
  }

  void check(ObjectNode entry) throws EntryException {
    for (String key : needed) {
      if (Members.text(entry, key).isEmpty()) {
        throw new EntryException(
            "\"%s\" is missing or not a string with something in it".formatted(key),
            "Give its %s".formatted(key));
      }
    }
    Optional<String> path = Members.text(entry, "path");
    if (path.isPresent() && paths.isPresent()) {
      paths.get().of(path.get());
    }
  }
}
