package dev.bullpen.schema;

import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Which keywords hold schemas. Those of all dialects in one table: in another one they mean
 * nothing, and looking into them does no harm.
 */
final class Subschemas {
  /** A schema, or an array of them. */
  private static final Set<String> DIRECT =
      Set.of(
          ("allOf anyOf oneOf not if then else items prefixItems additionalItems "
                  + "unevaluatedItems contains additionalProperties unevaluatedProperties propertyNames "
                  + "contentSchema")
              .split(" "));

  /** An object whose members are schemas; draft-07's "dependencies" has arrays of names too. */
  static final Set<String> BY_NAME =
      Set.of(
          "properties patternProperties $defs definitions dependentSchemas dependencies"
              .split(" "));

  interface Visitor {
    void visit(JsonNode schema, Place place) throws SchemaException;
  }

  private Subschemas() {}

  /** Tell {@code visitor} the subschemas directly below {@code schema}. */
  static void visit(JsonNode schema, Place place, Visitor visitor) throws SchemaException {
    for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
      Place at = place.member(keyword.getKey());
      if (DIRECT.contains(keyword.getKey())) {
        visitDirect(keyword.getValue(), at, visitor);
      } else if (BY_NAME.contains(keyword.getKey())) {
        for (Map.Entry<String, JsonNode> named : keyword.getValue().properties()) {
          visitIfSchema(named.getValue(), at.member(named.getKey()), visitor);
        }
      }
    }
  }

  private static void visitDirect(JsonNode held, Place at, Visitor visitor) throws SchemaException {
    if (held.isArray()) {
      for (int i = 0; i < held.size(); i++) {
        visitIfSchema(held.get(i), at.element(i), visitor);
      }
    } else {
      visitIfSchema(held, at, visitor);
    }
  }

  private static void visitIfSchema(JsonNode held, Place at, Visitor visitor)
      throws SchemaException {
    if (held.isObject() || held.isBoolean()) {
      visitor.visit(held, at);
    }
  }
}
