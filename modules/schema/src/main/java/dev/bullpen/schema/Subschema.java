package dev.bullpen.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A schema under a keyword of another, by the keywords of all dialects. */
record Subschema(JsonNode schema, Place place) {
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

  /** The subschemas directly below a schema. */
  static List<Subschema> below(JsonNode schema, Place place) {
    List<Subschema> found = new ArrayList<>();
    for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
      Place at = place.member(keyword.getKey());
      JsonNode held = keyword.getValue();
      if (BY_NAME.contains(keyword.getKey())) {
        for (Map.Entry<String, JsonNode> named : held.properties()) {
          add(named.getValue(), at.member(named.getKey()), found);
        }
      } else if (DIRECT.contains(keyword.getKey())) {
        add(held, at, found);
        for (int i = 0; held.isArray() && i < held.size(); i++) {
          add(held.get(i), at.element(i), found);
        }
      }
    }
    return found;
  }

  private static void add(JsonNode held, Place at, List<Subschema> found) {
    if (held.isObject() || held.isBoolean()) {
      found.add(new Subschema(held, at));
    }
  }
}
