package dev.bullpen.project.metadata;

import dev.bullpen.json.Json;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * A file that a prompts or resources folder publishes, by its path relative to that.
 *
 * @param size bytes
 * @param metadata of the {@code .meta.json} file that speaks of it, when that can be read
 * @param where that file, for messages; the file itself when it has none
 */
public record FoundFile(
    String path, Path file, long size, Optional<ObjectNode> metadata, Path where) {

  /** The metadata's name, else the file name without its last extension. */
  public String name() {
    return Members.silentText(metadataOrNone(), "name").orElseGet(() -> stem(fileName(path)));
  }

  public ObjectNode metadataOrNone() {
    return metadata.orElseGet(Json::object);
  }

  public Described described() {
    return new Described(path, metadataOrNone(), file.getParent(), where.toString());
  }

  public static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The folder of a path, without the last {@code /}; empty for a file in the topmost folder. */
  public static String folder(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  /** A file name without its last extension; the whole name when there is none. */
  public static String stem(String fileName) {
    int dot = fileName.lastIndexOf('.');
    return dot > 0 ? fileName.substring(0, dot) : fileName;
  }
}
