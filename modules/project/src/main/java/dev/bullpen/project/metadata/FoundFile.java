package dev.bullpen.project.metadata;

import dev.bullpen.json.Json;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * A file published by a prompts or resources folder, by its path relative to the folder.
 *
 * @param size bytes
 * @param metadata of its {@code .meta.json} file, if that can be read
 * @param where the {@code .meta.json} file, for messages; the file itself if there is none
 */
public record FoundFile(
    String path, Path file, long size, Optional<ObjectNode> metadata, Path where) {

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

  /** A file name without its last extension; the whole name if it has none. */
  public static String stem(String fileName) {
    int dot = fileName.lastIndexOf('.');
    return dot > 0 ? fileName.substring(0, dot) : fileName;
  }
}
