package dev.bullpen.project.metadata;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Warnings;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * What an author has written about one thing.
 *
 * @param path of its file as the author names it; may be empty
 * @param metadata as written, an empty object when there is none; to be read only
 * @param base what paths in the metadata are relative to
 * @param where the metadata is, for warnings; the file itself when it has none
 */
public record Described(String path, ObjectNode metadata, Path base, String where) {
  /** The same of the file with another path. */
  public Described at(String other) {
    return new Described(other, metadata, base, where);
  }

  public Optional<String> text(String key) {
    return Members.silentText(metadata, key);
  }

  /** Says why a thing of some kind is not in the list of its kind. */
  public void unpublished(String kind, String name, EntryException why, Warnings warnings) {
    warnings.add(
        "%s: the %s \"%s\" is not published: %s"
            .formatted(where, kind, EscapedBytes.of(name), why.sentences()));
  }
}
