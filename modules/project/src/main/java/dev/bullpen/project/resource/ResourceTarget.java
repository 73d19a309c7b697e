package dev.bullpen.project.resource;

import dev.bullpen.json.Json;
import dev.bullpen.project.resource.ResourceFiles.FolderContents;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is read, as the client will be told.
 *
 * @param uri of the content
 * @param mimeType as declared; without one it is told by the name, else by the bytes
 * @param meta the {@code _meta} of the content
 * @param provider name of who reads it
 */
public record ResourceTarget(
    String uri, Optional<String> mimeType, Optional<ObjectNode> meta, String provider) {
  /** Reads the files of a folder; no script can have this name. */
  static final String FOLDER = "file/folder";

  /**
   * The {@code contents} of a result: one item {@code {uri, mimeType, text|blob, _meta?}}, of a
   * folder one for each file.
   *
   * @param bytes as they were read
   */
  public ArrayNode contents(byte[] bytes) {
    if (provider.equals(FOLDER)) {
      return FolderContents.items(bytes);
    }
    ObjectNode item =
        ResourceContent.of(
            uri,
            mimeType.orElseGet(
                () -> ResourceContent.detected(ResourceMimeType.fileName(uri), bytes)),
            bytes);
    meta.ifPresent(value -> item.set("_meta", value));
    return Json.array().add(item);
  }
}
