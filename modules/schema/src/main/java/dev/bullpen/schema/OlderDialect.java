package dev.bullpen.schema;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Schemas of the dialects before the two that are checked, written anew in the one that followed:
 * draft-04 and draft-06 in draft-07, 2019-09 in 2020-12. What a later dialect says otherwise than
 * the one before it are few keywords; the rest means the same.
 */
final class OlderDialect {
  private static final String DRAFT_04 = "http://json-schema.org/draft-04/schema";

  private static final Map<String, Dialect> FOLLOWED_BY =
      Map.of(
          DRAFT_04,
          Dialect.DRAFT_07,
          "http://json-schema.org/draft-06/schema",
          Dialect.DRAFT_07,
          "https://json-schema.org/draft/2019-09/schema",
          Dialect.DRAFT_2020_12);

  /** Of draft-04: the bound, and the keyword beside it that says whether it is itself allowed. */
  private static final Map<String, String> BOUNDS =
      Map.of("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum");

  private final String id;
  private final Dialect next;

  private OlderDialect(String id, Dialect next) {
    this.id = id;
    this.next = next;
  }

  /** The same schema in one of the two dialects; itself if it is of none of the older ones. */
  static JsonNode renewed(JsonNode schema) throws SchemaException {
    for (Map.Entry<String, Dialect> older : FOLLOWED_BY.entrySet()) {
      if (isNamed(older.getKey(), schema)) {
        JsonNode copy = schema.deepCopy();
        new OlderDialect(older.getKey(), older.getValue()).renew(copy);
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
        object.put("$schema", next.id());
      }
      if (id.equals(DRAFT_04)) {
        renewDraft04(object);
      } else if (next == Dialect.DRAFT_2020_12) {
        renew2019(object);
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

  /** See the release notes of 2020-12: arrays by position, and references to the outermost. */
  private static void renew2019(ObjectNode schema) {
    if (schema.path("items") instanceof ArrayNode) {
      schema.set("prefixItems", schema.remove("items"));
      if (schema.has("additionalItems")) {
        schema.set("items", schema.remove("additionalItems"));
      }
    } else {
      schema.remove("additionalItems");
    }
    if (schema.path("$recursiveRef").isString() && !schema.has("$ref")) {
      schema.set("$ref", schema.remove("$recursiveRef"));
    }
  }
}
