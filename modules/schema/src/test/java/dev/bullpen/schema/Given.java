package dev.bullpen.schema;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Schemas and values for tests, as text. Single quotes stand for double ones. */
final class Given {
  private Given() {}

  static JsonNode json(String text) {
    try {
      return Json.parse(text.replace('\'', '"'));
    } catch (JsonException e) {
      throw new AssertionError(text, e);
    }
  }

  static Schema schema(String text) {
    try {
      return Schema.compile(json(text));
    } catch (SchemaException e) {
      throw new AssertionError(text, e);
    }
  }

  static List<Violation> violations(String schema, String value) {
    try {
      return schema(schema).check(json(value));
    } catch (SchemaException e) {
      throw new AssertionError(value, e);
    }
  }

  /** What was said about the only violation there is. */
  static String message(String schema, String value) {
    List<Violation> violations = violations(schema, value);
    if (violations.size() != 1) {
      throw new AssertionError(violations.toString());
    }
    return violations.get(0).message();
  }

  /** Why the schema is refused. */
  static String refusal(String schema) {
    try {
      Schema.compile(json(schema));
    } catch (SchemaException e) {
      return e.getMessage();
    }
    throw new AssertionError("compiled: " + schema);
  }
}
