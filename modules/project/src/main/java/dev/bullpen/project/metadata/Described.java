package dev.bullpen.project.metadata;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Warnings;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * An author's description of one thing.
 *
 * @param path the file's path as the author wrote it; may be empty
 * @param metadata as written; an empty object if there is none; must not be changed
 * @param base what paths in the metadata are relative to
 * @param where the file of the metadata, for warnings; the thing's own file if there is no metadata
 */
public record Described(String path, ObjectNode metadata, Path base, String where) {
  /** The same description with another path. */
  public Described at(String other) {
    return new Described(other, metadata, base, where);
  }

  public Optional<String> text(String key) {
    return Members.silentText(metadata, key);
  }

  /** Warns that a thing is not in the list of its kind. */
  public void unpublished(String kind, String name, EntryException why, Warnings warnings) {
    warnings.add(
        "%s: the %s \"%s\" is not published: %s"
            .formatted(where, kind, EscapedBytes.of(name), why.sentences()));
  }
}
