package dev.bullpen.schema;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Any schema is refused or gives a verdict, and nothing else happens. */
@Tag("slow")
class HostileSchemaTests {
  private static final int ROUNDS = 4_000;

  private static final List<String> KEYWORDS =
      List.of(
          "$ref",
          "$dynamicRef",
          "$id",
          "$anchor",
          "$dynamicAnchor",
          "$defs",
          "definitions",
          "type",
          "enum",
          "const",
          "multipleOf",
          "minimum",
          "exclusiveMaximum",
          "maxLength",
          "pattern",
          "items",
          "prefixItems",
          "additionalItems",
          "contains",
          "minContains",
          "maxContains",
          "uniqueItems",
          "maxItems",
          "properties",
          "patternProperties",
          "additionalProperties",
          "propertyNames",
          "required",
          "maxProperties",
          "dependentRequired",
          "dependentSchemas",
          "dependencies",
          "unevaluatedItems",
          "unevaluatedProperties",
          "allOf",
          "anyOf",
          "oneOf",
          "not",
          "if",
          "then",
          "else",
          "format",
          "contentEncoding",
          "contentMediaType",
          "contentSchema",
          "title",
          "readOnly",
          "discriminator",
          "nullable",
          "$recursiveRef");

  private static final List<String> TEXTS =
      List.of(
          "#",
          "#a",
          "#/$defs/a",
          "#/properties/a",
          "a",
          "http://example.org/a",
          "[",
          "^a",
          "(a|b)*$",
          "string",
          "integer",
          "object",
          "array",
          "date-time",
          "base64",
          "application/json",
          "%",
          "");

  private static JsonNode schema(Arbitrary any, Random random, int depth) {
    if (depth == 0 || random.nextInt(8) == 0) {
      return any.schema(0);
    }
    ObjectNode schema = Json.object();
    if (depth == 3 && random.nextBoolean()) {
      schema.put("$schema", (random.nextBoolean() ? Dialect.DRAFT_07 : Dialect.DRAFT_2019_09).id());
    }
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      String keyword = KEYWORDS.get(random.nextInt(KEYWORDS.size()));
      schema.set(keyword, rule(keyword, any, random, depth));
    }
    return schema;
  }

  /** Mostly what the keyword asks for, now and then anything. */
  private static JsonNode rule(String keyword, Arbitrary any, Random random, int depth) {
    if (random.nextInt(25) == 0) {
      return any.value(2);
    }
    return switch (keyword) {
      case "$ref",
          "$dynamicRef",
          "$id",
          "$anchor",
          "$dynamicAnchor",
          "type",
          "pattern",
          "format",
          "contentEncoding",
          "contentMediaType",
          "title" ->
          text(random);
      case "allOf", "anyOf", "oneOf", "prefixItems" -> several(any, random, depth);
      case "$defs",
          "definitions",
          "properties",
          "patternProperties",
          "dependentSchemas",
          "dependencies" ->
          named(any, random, depth);
      case "enum", "required" -> Json.array().add("a").add("b");
      case "dependentRequired" -> Json.object().set("a", Json.array().add("b"));
      case "const", "discriminator", "nullable" -> any.value(1);
      case "multipleOf", "minContains", "maxContains", "maxItems", "maxProperties", "maxLength" ->
          Json.array().add(1 + random.nextInt(3)).get(0);
      case "minimum", "exclusiveMaximum" -> any.number();
      case "uniqueItems", "readOnly" -> Json.array().add(random.nextBoolean()).get(0);
      default -> schema(any, random, depth - 1);
    };
  }

  private static JsonNode text(Random random) {
    return Json.array().add(TEXTS.get(random.nextInt(TEXTS.size()))).get(0);
  }

  private static JsonNode several(Arbitrary any, Random random, int depth) {
    ArrayNode several = Json.array();
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      several.add(schema(any, random, depth - 1));
    }
    return several;
  }

  private static JsonNode named(Arbitrary any, Random random, int depth) {
    ObjectNode named = Json.object();
    for (String name : List.of("a", "b", "^a")) {
      named.set(name, schema(any, random, depth - 1));
    }
    return named;
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12})
  void a_schema_is_refused_or_gives_a_verdict(long seed) {
    Random random = new Random(seed);
    Arbitrary any = new Arbitrary(random);
    int refused = 0;
    int usable = 0;
    int failed = 0;
    for (int i = 0; i < ROUNDS; i++) {
      JsonNode text = schema(any, random, 3);
      try {
        Schema schema = Schema.compile(text);
        usable++;
        for (int j = 0; j < 3; j++) {
          schema
              .check(any.value(3))
              .forEach(violation -> assertTrue(violation.message().length() > 5));
        }
      } catch (SchemaException e) {
        refused++;
        assertTrue(e.getMessage().length() < 500, e.getMessage());
        failed += e.getMessage().contains("the validator library failed") ? 1 : 0;
      } catch (RuntimeException | Error e) {
        throw new AssertionError(text.toString(), e);
      }
    }
    // It does for a member of patternProperties with an $id.
    assertTrue(failed < ROUNDS / 200, failed + " times the library failed");
    assertTrue(refused > ROUNDS / 20 && usable > ROUNDS / 20, refused + " refused of " + ROUNDS);
  }
}
