package dev.bullpen.project.tool;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.metadata.Members;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a tool takes: {@code inputSchema}, or {@code arguments} as older metadata has it.
 *
 * <p>Every revision of MCP wants an object whose {@code type} is {@code object}, so that much is
 * made good where it is missing; all else stays as it was written.
 */
final class InputSchema {
  private static final String TYPE = "type";
  private static final String PROPERTIES = "properties";
  private static final String OBJECT = "object";

  private InputSchema() {}

  /** Whether metadata says what the tool takes. */
  static boolean isIn(ObjectNode metadata) {
    return written(metadata).isPresent();
  }

  static ObjectNode of(ObjectNode metadata, Consumer<String> problems) {
    Optional<JsonNode> written = written(metadata);
    if (written.isPresent() && !written.get().isObject()) {
      problems.accept(
          "its inputSchema is ignored: it is not an object. Begin with {\"type\": \"object\"}.");
    }
    ObjectNode schema = Json.object();
    written
        .filter(JsonNode::isObject)
        .ifPresent(from -> from.properties().forEach(m -> schema.set(m.getKey(), m.getValue())));
    if (schema.has(TYPE) && !OBJECT.equals(schema.get(TYPE).stringValue(""))) {
      problems.accept(
          "its inputSchema says \"type\": %s, and is taken as of type \"object\", which arguments always are. Write that there."
              .formatted(written(schema.get(TYPE))));
    }
    if (schema.has(PROPERTIES) && !schema.get(PROPERTIES).isObject()) {
      problems.accept(
          "\"properties\" of its inputSchema is ignored: it is not an object. Make it one.");
    }
    if (!OBJECT.equals(schema.path(TYPE).stringValue(""))) {
      schema.put(TYPE, OBJECT);
    }
    if (!schema.path(PROPERTIES).isObject()) {
      schema.set(PROPERTIES, Json.object());
    }
    return schema;
  }

  private static String written(JsonNode type) {
    return EscapedBytes.of(Json.text(type));
  }

  private static Optional<JsonNode> written(ObjectNode metadata) {
    return Members.value(metadata, "inputSchema").or(() -> Members.value(metadata, "arguments"));
  }
}
