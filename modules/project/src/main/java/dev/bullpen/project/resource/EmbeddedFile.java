package dev.bullpen.project.resource;

import dev.bullpen.json.ByteOrderMark;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.metadata.Members;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A file that a tool wants in its result.
 *
 * @param path relative to the project, or absolute; may be empty, as the tool wrote it
 */
record EmbeddedFile(String path, Optional<String> mimeType, Optional<String> uri) {
  /** Read {@code MCP_TOOL_RESOURCES_FILE}; JSON other than an array names nothing. */
  static List<EmbeddedFile> named(byte[] bytes) {
    try {
      return Json.parseLastWins(bytes) instanceof ArrayNode array ? of(array) : List.of();
    } catch (JsonException e) {
      return new String(ByteOrderMark.skip(bytes), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank())
          .map(EmbeddedFile::of)
          .toList();
    }
  }

  private static List<EmbeddedFile> of(ArrayNode array) {
    List<EmbeddedFile> files = new ArrayList<>();
    for (JsonNode element : array) {
      if (element.isString()) {
        files.add(new EmbeddedFile(element.stringValue(), Optional.empty(), Optional.empty()));
      } else if (element instanceof ObjectNode object) {
        files.add(
            new EmbeddedFile(
                Members.string(object, "path").orElse(""),
                Members.text(object, "mimeType"),
                Members.text(object, "uri")));
      }
    }
    return files;
  }

  private static EmbeddedFile of(String line) {
    String[] fields = line.split("\t", 3);
    return new EmbeddedFile(fields[0], field(fields, 1), field(fields, 2));
  }

  private static Optional<String> field(String[] fields, int index) {
    return index < fields.length
        ? Optional.of(fields[index].strip()).filter(text -> !text.isEmpty())
        : Optional.empty();
  }
}
