package dev.bullpen.project.resource;

import dev.bullpen.json.Json;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.script.ScriptLimits;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * One concrete resource.
 *
 * @param uri compared character by character, never normalised
 * @param path of the file, relative to the resources folder; may be empty if registered
 * @param provider the name of the script that reads it: {@code file}, {@code https}, {@code git},
 *     ...
 * @param limits limits of the processes of the script that reads it
 * @param completionScript path, relative to the resources folder, of the script beside it
 * @param definition the resource as a client of the newest revision sees it: {@code uri, name,
 *     title?, description, mimeType, size?, annotations?, icons?, _meta?} in this order, each as
 *     its author wrote it; {@code size} in bytes, only for files; must not be changed
 * @param metadata as written by the project; an empty object if there is none; must not be changed
 */
public record Resource(
    String name,
    String uri,
    String path,
    String provider,
    ScriptLimits limits,
    Optional<String> completionScript,
    ObjectNode definition,
    ObjectNode metadata) {

  /** {@code MCP_RESOURCE_METADATA}. */
  public ObjectNode described() {
    ObjectNode item = Json.object();
    item.put("name", name);
    item.put("description", Members.silentText(metadata, "description").orElse(""));
    item.put("path", path);
    item.put("uri", uri);
    item.put(
        "mimeType", Members.silentText(metadata, "mimeType").orElse(ResourceContent.DEFAULT_TYPE));
    item.put("provider", provider);
    Members.value(metadata, "icons").ifPresent(icons -> item.set("icons", icons));
    Members.value(metadata, "annotations").ifPresent(notes -> item.set("annotations", notes));
    return item;
  }
}
