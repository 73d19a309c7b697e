package dev.bullpen.protocol.shape;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.Revision;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schemas of tools. To 2026-07-28 any JSON Schema is one. Before, {@code properties} must hold
 * objects and {@code required} strings (definition {@code Tool} of each), so that {@code true} and
 * {@code false}, schemas too, are written out: {@code {}} and {@code {"not":{}}}. A {@code $schema}
 * that is no string is told to nobody: it would cost a strict client the whole list.
 */
final class ToolSchema {
  private static final Kind NAMES = Kind.listOf(Kind.STRING);

  private ToolSchema() {}

  static Optional<JsonNode> input(JsonNode schema, Revision revision) {
    return isOfObjects(schema) ? Optional.of(form(schema, revision)) : Optional.empty();
  }

  /** Before 2026-07-28 a result is an object, so a schema of anything else says nothing. */
  static Optional<JsonNode> output(JsonNode schema, Revision revision) {
    return revision.hasAnyStructuredContent()
        ? Kind.OBJECT.fit(schema, revision).map(any -> form(any, revision))
        : input(schema, revision);
  }

  private static boolean isOfObjects(JsonNode schema) {
    return schema.isObject() && schema.path("type").stringValue("").equals("object");
  }

  private static JsonNode form(JsonNode schema, Revision revision) {
    ObjectNode told = Json.object();
    for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
      keyword(keyword.getKey(), revision)
          .fit(keyword.getValue(), revision)
          .ifPresent(value -> told.set(keyword.getKey(), value));
    }
    return told;
  }

  private static Kind keyword(String name, Revision revision) {
    if (name.equals("$schema")) {
      return Kind.STRING;
    }
    return switch (revision.isModern() ? "" : name) {
      case "properties" -> ToolSchema::properties;
      case "required" -> NAMES;
      default -> Kind.ANYTHING;
    };
  }

  private static Optional<JsonNode> properties(JsonNode properties, Revision revision) {
    if (!properties.isObject()) {
      return Optional.empty();
    }
    ObjectNode objects = Json.object();
    properties.properties().forEach(each -> objects.set(each.getKey(), object(each.getValue())));
    return Optional.of(objects);
  }

  private static JsonNode object(JsonNode schema) {
    if (schema.isObject()) {
      return schema;
    }
    ObjectNode written = Json.object();
    if (schema.isBoolean() && !schema.booleanValue()) {
      written.set("not", Json.object());
    }
    return written;
  }
}
