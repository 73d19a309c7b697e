package dev.bullpen.schema;

import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Schemas of draft-04 and draft-06, written anew in draft-07. What that says otherwise than they do
 * are few keywords; the rest means the same.
 */
final class OlderDialect {
  private static final String DRAFT_04 = "http://json-schema.org/draft-04/schema";

  private static final Set<String> IDS = Set.of(DRAFT_04, "http://json-schema.org/draft-06/schema");

  /** Of draft-04: the bound, and the keyword beside it that says whether it is itself allowed. */
  private static final Map<String, String> BOUNDS =
      Map.of("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum");

  private final String id;

  private OlderDialect(String id) {
    this.id = id;
  }

  /** The same schema in draft-07; itself if it is of none of the older ones. */
  static JsonNode renewed(JsonNode schema) throws SchemaException {
    for (String id : IDS) {
      if (isNamed(id, schema)) {
        JsonNode copy = schema.deepCopy();
        new OlderDialect(id).renew(copy);
        return copy;
      }
    }
    return schema;
  }

  private static boolean isNamed(String id, JsonNode schema) {
    return Dialect.isNamed(id, schema.path("$schema").stringValue(""));
  }

  private void renew(JsonNode schema) throws SchemaException {
    if (schema instanceof ObjectNode object) {
      if (isNamed(id, object)) {
        object.put("$schema", Dialect.DRAFT_07.id());
      }
      if (id.equals(DRAFT_04)) {
        renewDraft04(object);
      }
      Subschemas.visit(object, Place.ROOT, (inner, at) -> renew(inner));
    }
  }

  /** See the release notes of draft-06: bounds that exclude are numbers, an id is an "$id". */
  private static void renewDraft04(ObjectNode schema) {
    BOUNDS.forEach(
        (bound, excludes) -> {
          if (schema.path(excludes).isBoolean()) {
            boolean isExcluded = schema.remove(excludes).booleanValue();
            if (isExcluded && schema.path(bound).isNumber()) {
              schema.set(excludes, schema.remove(bound));
            }
          }
        });
    if (schema.path("id").isString()) {
      schema.set("$id", schema.remove("id"));
    }
  }
}
