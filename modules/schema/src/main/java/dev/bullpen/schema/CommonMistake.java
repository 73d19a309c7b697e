package dev.bullpen.schema;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Explains an invalid schema by a common mistake: a word of another dialect or language. Says what
 * to write instead.
 */
final class CommonMistake {
  private static final Map<String, String> TYPES = new HashMap<>();

  static {
    List.of("int", "long").forEach(word -> TYPES.put(word, "integer"));
    List.of("float", "double", "decimal").forEach(word -> TYPES.put(word, "number"));
    List.of("str", "text", "date", "file", "enum").forEach(word -> TYPES.put(word, "string"));
    List.of("bool").forEach(word -> TYPES.put(word, "boolean"));
    List.of("list").forEach(word -> TYPES.put(word, "array"));
    List.of("dict", "map").forEach(word -> TYPES.put(word, "object"));
    List.of("none", "nil").forEach(word -> TYPES.put(word, "null"));
  }

  /** Keywords whose value must be a schema. */
  private static final Set<String> HOLD_A_SCHEMA =
      Set.of("items", "additionalProperties", "contains", "not", "if", "then", "else");

  private CommonMistake() {}

  /** The first mistake, as a sentence that says where it is and what to write. */
  static Optional<String> in(JsonNode schema) {
    try {
      check(schema, Place.ROOT, 0);
      return Optional.empty();
    } catch (SchemaException found) {
      return Optional.of(found.getMessage());
    }
  }

  private static void check(JsonNode schema, Place place, int depth) throws SchemaException {
    if (depth > Survey.MAX_DEPTH) {
      return;
    }
    checkType(schema.path("type"), place);
    checkRequired(schema.path("required"), place);
    for (String bound : new String[] {"Minimum", "Maximum"}) {
      if (schema.path("exclusive" + bound).isBoolean()) {
        throw at(
            place.member("exclusive" + bound),
            "is a boolean, as in draft-04; write the number there, in place of \"%s\""
                .formatted(bound.toLowerCase(Locale.ROOT)));
      }
    }
    for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
      if (HOLD_A_SCHEMA.contains(keyword.getKey())) {
        checkIsSchema(keyword.getValue(), place.member(keyword.getKey()));
      }
    }
    Place members = place.member("properties");
    for (Map.Entry<String, JsonNode> member : schema.path("properties").properties()) {
      checkIsSchema(member.getValue(), members.member(member.getKey()));
    }
    for (Subschema inner : Subschema.below(schema, place)) {
      check(inner.schema(), inner.place(), depth + 1);
    }
  }

  private static void checkType(JsonNode type, Place place) throws SchemaException {
    String meant = TYPES.get(type.stringValue("").toLowerCase(Locale.ROOT));
    String lower = type.stringValue("").toLowerCase(Locale.ROOT);
    if (meant == null && KeywordForms.TYPE_NAMES.contains(lower)) {
      meant = lower;
    }
    if (type.isString() && !KeywordForms.TYPE_NAMES.contains(type.stringValue())) {
      throw at(
          place.member("type"),
          "is %s, which is no type; write %s"
              .formatted(
                  Excerpt.of(type),
                  meant == null
                      ? "one of " + String.join(", ", KeywordForms.TYPE_NAMES)
                      : Excerpt.quoted(meant)));
    }
  }

  private static void checkRequired(JsonNode required, Place place) throws SchemaException {
    Place at = place.member("required");
    if (required.isBoolean()) {
      throw at(
          at,
          "is a boolean; leave it out, and name the member in an array \"required\" beside the \"properties\" it stands in");
    }
    if (required.isString()) {
      throw at(at, "is a string; write an array of names, [%s]".formatted(Excerpt.of(required)));
    }
    Set<String> seen = new HashSet<>();
    for (JsonNode name : required) {
      if (name.isString() && !seen.add(name.stringValue())) {
        throw at(at, "has %s twice; leave one out".formatted(Excerpt.of(name)));
      }
    }
  }

  private static void checkIsSchema(JsonNode held, Place at) throws SchemaException {
    if (held.isString()) {
      String type = TYPES.getOrDefault(held.stringValue(), held.stringValue());
      throw at(
          at,
          "is a string, where a schema is meant; write {\"type\": \"%s\"}"
              .formatted(KeywordForms.TYPE_NAMES.contains(type) ? type : "string"));
    }
  }

  private static SchemaException at(Place place, String fault) {
    return new SchemaException(Excerpt.cut(place.pointer()) + " " + fault);
  }
}
