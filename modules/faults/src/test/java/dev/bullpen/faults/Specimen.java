package dev.bullpen.faults;

import dev.bullpen.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A value that fits a schema, as simple as possible. */
final class Specimen {
  private Specimen() {}

  /** An object with all properties that a schema requires, and those that have a default. */
  static ObjectNode object(JsonNode schema) {
    ObjectNode object = Json.object();
    schema
        .path("properties")
        .properties()
        .forEach(
            property -> {
              if (isRequired(schema, property.getKey()) || property.getValue().has("default")) {
                object.set(property.getKey(), of(property.getValue()));
              }
            });
    return object;
  }

  private static boolean isRequired(JsonNode schema, String name) {
    for (JsonNode required : schema.path("required")) {
      if (required.asString("").equals(name)) {
        return true;
      }
    }
    return false;
  }

  private static JsonNode of(JsonNode schema) {
    for (String pointer :
        new String[] {
          "/default", "/const", "/examples/0", "/enum/0", "/oneOf/0/const", "/anyOf/0/const"
        }) {
      if (!schema.at(pointer).isMissingNode()) {
        return schema.at(pointer);
      }
    }
    return switch (schema.path("type").asString("string")) {
      case "object" -> object(schema);
      case "array" -> Json.array().add(of(schema.path("items")));
      case "integer", "number" -> number(schema);
      case "boolean" -> Json.object().put("value", true).get("value");
      default -> text(schema);
    };
  }

  private static JsonNode number(JsonNode schema) {
    return schema.has("minimum")
        ? schema.get("minimum")
        : Json.object().put("value", 1).get("value");
  }

  private static JsonNode text(JsonNode schema) {
    String text =
        switch (schema.path("format").asString("")) {
          case "email" -> "ann@example.com";
          case "uri" -> "https://example.com/";
          case "date" -> "2025-01-12";
          case "date-time" -> "2025-01-12T15:00:58Z";
          default -> "Ann".repeat(1 + schema.path("minLength").asInt(0) / 3);
        };
    return Json.object().put("value", text).get("value");
  }
}
