package dev.bullpen.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The URIs that the official TypeScript client (ajv) knows a schema and those in it by. It takes
 * any object for a schema that does not stand where only values do.
 */
final class SchemaIds {
  private static final Set<String> VALUES =
      Set.of("default", "enum", "const", "example", "examples", "required");

  /** Before what is relative to nothing. */
  private static final String FOLDER = Resources.resolve(Resources.HERE, ".");

  private final List<String> found = new ArrayList<>();

  private SchemaIds() {}

  /** All of a document, each resolved, in their order; one that is given twice is there twice. */
  static List<String> of(JsonNode schema) {
    SchemaIds ids = new SchemaIds();
    ids.collect(schema, Resources.HERE);
    return ids.found;
  }

  private void collect(JsonNode value, String outerBase) {
    if (value.isArray()) {
      value.forEach(each -> collect(each, outerBase));
      return;
    }
    String base = outerBase;
    if (value.path("$id").isString()) {
      base = Resources.resolve(outerBase, value.get("$id").stringValue());
      base = base.endsWith("#") ? base.substring(0, base.length() - 1) : base;
      found.add(base.startsWith(FOLDER) ? base.substring(FOLDER.length()) : base);
    }
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      if (Subschemas.BY_NAME.contains(member.getKey())) {
        for (JsonNode named : member.getValue()) {
          collect(named, base);
        }
      } else if (!VALUES.contains(member.getKey())) {
        collect(member.getValue(), base);
      }
    }
  }
}
