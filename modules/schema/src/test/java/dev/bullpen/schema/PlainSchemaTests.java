package dev.bullpen.schema;

import static dev.bullpen.schema.Given.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The small checker and the library must say the same of whatever both understand. */
class PlainSchemaTests {
  private static final int ROUNDS = 3_000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type': 'object'}",
        "{'type': 'object', 'properties': {}}",
        "true",
        "{'$schema': 'http://json-schema.org/draft-07/schema#', 'title': 'T', 'description': 'D',"
            + " 'type': 'object', 'properties': {'a': {'type': 'string', 'enum': ['x'], 'default':"
            + " 'x', 'format': 'date'}, 'b': {'type': ['integer', 'null'], 'minimum': 1}, 'c':"
            + " {'type': 'array', 'items': {'type': 'string', 'maxLength': 3}}, 'd': true},"
            + " 'required': ['a'], 'additionalProperties': false}",
      })
  void what_most_tools_say_is_plain(String schema) {
    assertTrue(PlainReader.read(json(schema)).isPresent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "false",
        "{'$ref': '#'}",
        "{'pattern': 'a'}",
        "{'type': 'text'}",
        "{'type': 1}",
        "{'type': []}",
        "{'enum': [1]}",
        "{'enum': []}",
        "{'enum': ['a', 'a']}",
        "{'required': ['a', 'a']}",
        "{'properties': {'a': {'oneOf': []}}}",
        "{'properties': 1}",
        "{'items': [true]}",
        "{'additionalProperties': {}}",
        "{'minLength': -1}",
        "{'minLength': 1.0}",
        "{'maxItems': 9999999999}",
        "{'minimum': '1'}",
        "{'title': 1}",
        "{'examples': 1}",
        "{'deprecated': 'yes'}",
        "{'unheard': 1}",
      })
  void what_it_does_not_know_it_leaves_to_the_library(String schema) {
    assertTrue(PlainReader.read(json(schema)).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void both_find_the_same(long seed) throws Exception {
    Arbitrary any = new Arbitrary(new Random(seed));
    int violated = 0;
    for (int i = 0; i < ROUNDS; i++) {
      JsonNode schema = any.schema(3);
      PlainSchema plain = PlainReader.read(schema).orElseThrow();
      FullSchema full = FullSchema.compile(schema, Dialect.of(schema));
      for (int j = 0; j < 3; j++) {
        JsonNode value = any.value(3);
        List<Violation> expected = full.check(value);
        List<Violation> found = plain.check(value);
        String story = "schema " + schema + " value " + value;
        if (expected.size() <= Violations.MAX) {
          assertEquals(places(expected), places(found), story);
          assertEquals(sorted(expected), sorted(found), story);
        } else {
          assertEquals(expected.size(), found.size(), story);
        }
        violated += expected.isEmpty() ? 0 : 1;
      }
    }
    // Else both might agree on nothing.
    assertTrue(violated > ROUNDS / 4 && violated < 3 * ROUNDS * 9 / 10, violated + " violated");
  }

  private static List<String> places(List<Violation> violations) {
    return violations.stream().map(Violation::at).toList();
  }

  private static List<Violation> sorted(List<Violation> violations) {
    List<Violation> sorted = new ArrayList<>(violations);
    sorted.sort(Comparator.comparing(Violation::at).thenComparing(Violation::message));
    return sorted;
  }

  @Test
  void a_plain_schema_compiles_without_loading_the_library() throws Exception {
    assertEquals(0, LoadedClasses.ofLibraryAfter("{\"type\":\"object\",\"properties\":{}}"));
    assertEquals(
        0,
        LoadedClasses.ofLibraryAfter(
            "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}"));
  }

  @Test
  void one_that_says_more_loads_it_and_says_nothing() throws Exception {
    assertTrue(LoadedClasses.ofLibraryAfter("{\"pattern\":\"a\"}") > 50);
  }
}
