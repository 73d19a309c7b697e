package dev.bullpen.schema;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A supported version of JSON Schema. Schemas of draft-04 and draft-06 are rewritten to draft-07,
 * from which they differ in few keywords.
 */
enum Dialect {
  DRAFT_2020_12("https://json-schema.org/draft/2020-12/schema", "2020-12"),
  DRAFT_2019_09("https://json-schema.org/draft/2019-09/schema", "2019-09"),
  DRAFT_07("http://json-schema.org/draft-07/schema", "draft-07");

  private static final String DRAFT_04 = "http://json-schema.org/draft-04/schema";
  private static final String DRAFT_06 = "http://json-schema.org/draft-06/schema";
  private final String id;
  private final String text;

  Dialect(String id, String text) {
    this.id = id;
    this.text = text;
  }

  String id() {
    return id;
  }

  String text() {
    return text;
  }

  /** The dialect that a schema names; 2020-12 if none (specification, tools). */
  static Dialect of(JsonNode schema) throws SchemaException {
    JsonNode named = schema.path("$schema");
    if (named.isMissingNode()) {
      return DRAFT_2020_12;
    }
    for (Dialect dialect : values()) {
      if (dialect.isNamed(named.stringValue(""))) {
        return dialect;
      }
    }
    throw SchemaException.refusal(
        "$schema is "
            + Excerpt.of(named)
            + ", a dialect that is not supported; use \""
            + DRAFT_2020_12.id
            + "\" or \""
            + DRAFT_07.id
            + "#\"");
  }

  /** The same schema in draft-07. A schema of a later dialect is returned as it is. */
  static JsonNode renewed(JsonNode schema) {
    for (String older : List.of(DRAFT_04, DRAFT_06)) {
      if (isNamed(older, schema.path("$schema").stringValue(""))) {
        JsonNode copy = schema.deepCopy();
        renew(copy, older);
        return copy;
      }
    }
    return schema;
  }

  private static void renew(JsonNode schema, String older) {
    if (schema instanceof ObjectNode object) {
      if (isNamed(older, object.path("$schema").stringValue(""))) {
        object.put("$schema", DRAFT_07.id);
      }
      if (older.equals(DRAFT_04)) {
        renewDraft04(object);
      }
      Subschema.below(object, Place.ROOT).forEach(inner -> renew(inner.schema(), older));
    }
  }

  /** Release notes of draft-06: exclusive bounds are numbers, and "id" is "$id". */
  private static void renewDraft04(ObjectNode schema) {
    for (String bound : List.of("minimum", "maximum")) {
      String excludes = bound.equals("minimum") ? "exclusiveMinimum" : "exclusiveMaximum";
      if (schema.path(excludes).isBoolean()) {
        boolean isExcluded = schema.remove(excludes).booleanValue();
        if (isExcluded && schema.path(bound).isNumber()) {
          schema.set(excludes, schema.remove(bound));
        }
      }
    }
    if (schema.path("id").isString()) {
      schema.set("$id", schema.remove("id"));
    }
  }

  boolean isNamed(String uri) {
    return isNamed(id, uri);
  }

  /**
   * Whether a {@code $schema} is that id. Each id is in use with and without an empty fragment, and
   * with {@code http:} and {@code https:}.
   */
  private static boolean isNamed(String id, String uri) {
    String named = uri.endsWith("#") ? uri.substring(0, uri.length() - 1) : uri;
    return withHttp(named).equals(withHttp(id));
  }

  private static String withHttp(String uri) {
    return uri.replaceFirst("^https:", "http:");
  }
}
