package dev.bullpen.schema;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A first look over a schema: its dialect, its size, and whether its references stay inside. */
final class Survey {
  /** Subschemas within one another, the outermost counted; far beyond what people write. */
  static final int MAX_DEPTH = 64;

  /** In one schema; checking so many against their meta-schema takes about a second. */
  static final int MAX_SUBSCHEMAS = 10_000;

  private final Dialect dialect;
  private final Resources resources = new Resources();
  private final Deque<Resources.Reference> references = new ArrayDeque<>();
  private final List<JsonNode> parts = new ArrayList<>();
  private final Set<JsonNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private int subschemas;

  private Survey(Dialect dialect) {
    this.dialect = dialect;
  }

  /** A look over {@code schema}, which keeps to the bounds and to itself. */
  static Survey of(JsonNode schema) throws SchemaException {
    if (!schema.isObject() && !schema.isBoolean()) {
      throw new SchemaException(
          "a schema must be an object or a boolean, but this is " + Excerpt.of(schema));
    }
    Survey survey = new Survey(Dialect.of(schema));
    survey.resources.addRoot(Resources.HERE, schema);
    survey.visit(schema, Resources.HERE, Place.ROOT, 1);
    survey.follow();
    return survey;
  }

  Dialect dialect() {
    return dialect;
  }

  /** The schema and all in it that are objects, and what is a schema because it is referred to. */
  List<JsonNode> parts() {
    return parts;
  }

  private void visit(JsonNode schema, String outerBase, Place place, int depth)
      throws SchemaException {
    if (schema.isObject()) {
      if (!seen.add(schema)) {
        return;
      }
      parts.add(schema);
    }
    if (++subschemas > MAX_SUBSCHEMAS) {
      throw new SchemaException("the schema holds more than " + MAX_SUBSCHEMAS + " subschemas");
    }
    if (depth > MAX_DEPTH) {
      throw new SchemaException(
          Excerpt.cut(place.pointer()) + " lies more than " + MAX_DEPTH + " subschemas deep");
    }
    if (schema.has("$schema") && Dialect.of(schema) != dialect) {
      throw new SchemaException(
          Excerpt.cut(place.pointer()) + "/$schema is not " + dialect.text() + " as the whole is");
    }
    String base = enter(schema, outerBase);
    collect(schema, "$ref", base, place);
    collect(schema, "$dynamicRef", base, place);
    if (dialect == Dialect.DRAFT_2019_09) {
      collect(schema, "$recursiveRef", base, place);
    }
    for (Subschema inner : Subschema.below(schema, place)) {
      visit(inner.schema(), base, inner.place(), depth + 1);
    }
  }

  /** Note what {@code schema} can be referred to as; its base URI (Core, section 8.2). */
  private String enter(JsonNode schema, String outerBase) {
    String id = string(schema, "$id");
    if (dialect == Dialect.DRAFT_07) {
      // Beside a $ref nothing counts; an id that is a fragment is an anchor (draft-07, 8.2.3, 8.3).
      id = schema.has("$ref") ? "" : id;
      if (id.startsWith("#")) {
        resources.addAnchor(outerBase, id.substring(1), schema);
        id = "";
      }
    }
    String base = outerBase;
    if (!id.isEmpty()) {
      base = Resources.resolve(outerBase, id.endsWith("#") ? id.substring(0, id.length() - 1) : id);
      resources.addRoot(base, schema);
    }
    if (dialect != Dialect.DRAFT_07) {
      resources.addAnchor(base, string(schema, "$anchor"), schema);
    }
    if (dialect == Dialect.DRAFT_2020_12) {
      resources.addAnchor(base, string(schema, "$dynamicAnchor"), schema);
    }
    return base;
  }

  private void collect(JsonNode schema, String keyword, String base, Place place) {
    if (schema.path(keyword).isString()) {
      references.add(
          new Resources.Reference(keyword, schema.get(keyword).stringValue(), base, place));
    }
  }

  private static String string(JsonNode schema, String keyword) {
    JsonNode value = schema.path(keyword);
    return value.isString() ? value.stringValue() : "";
  }

  /** A reference may lead to a place that is a schema only by that. */
  private void follow() throws SchemaException {
    while (!references.isEmpty()) {
      Resources.Reference reference = references.remove();
      Optional<JsonNode> target = resources.find(reference);
      if (target.isPresent()) {
        visit(target.get(), reference.resource(), reference.place(), 1);
      }
    }
  }
}
