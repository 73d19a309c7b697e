package dev.bullpen.schema;

import static dev.bullpen.schema.Given.refusal;
import static dev.bullpen.schema.Given.violations;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DialectTests {
  private static final String TELLING =
      "'$defs': {'any': {}}, 'allOf': [{'$ref': '#/$defs/any', 'type': 'null'}], ";

  @Test
  void without_a_name_it_is_2020_12() {
    assertEquals(1, violations("{" + TELLING + "'title': 't'}", "1").size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "#"})
  void a_schema_of_2020_12_heeds_what_stands_beside_a_reference(String hash) {
    String schema = "https://json-schema.org/draft/2020-12/schema" + hash;
    assertEquals(1, violations("{" + TELLING + "'$schema': '" + schema + "'}", "1").size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "#"})
  void a_schema_of_draft_07_does_not(String hash) {
    String schema = "http://json-schema.org/draft-07/schema" + hash;
    assertEquals(0, violations("{" + TELLING + "'$schema': '" + schema + "'}", "1").size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'http://json-schema.org/draft-04/schema#'",
        "'http://json-schema.org/draft-06/schema#'",
        "'https://json-schema.org/draft/2019-09/schema'",
        "'https://example.org/my-own'",
        "'http://json-schema.org/draft-07/schema##'",
        "''",
        "7",
      })
  void any_other_is_refused_by_name_and_with_what_is_supported(String dialect) {
    String refusal = refusal("{'$schema': " + dialect + ", 'type': 'object'}");
    assertTrue(refusal.contains(dialect.replace('\'', '"')), refusal);
    assertTrue(refusal.contains("https://json-schema.org/draft/2020-12/schema"), refusal);
    assertTrue(refusal.contains("http://json-schema.org/draft-07/schema#"), refusal);
  }

  @Test
  void a_part_of_another_dialect_is_refused() {
    assertEquals(
        "/$defs/a/$schema is not 2020-12 as the whole is",
        refusal("{'$defs': {'a': {'$schema': 'http://json-schema.org/draft-07/schema#'}}}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type': 'text'}",
        "{'type': []}",
        "{'type': ['string', 'string']}",
        "{'properties': []}",
        "{'properties': {'a': 1}}",
        "{'required': 'a'}",
        "{'required': ['a', 'a']}",
        "{'required': [1]}",
        "{'additionalProperties': 'no'}",
        "{'minLength': -1}",
        "{'minLength': 1.5}",
        "{'minimum': '1'}",
        "{'items': [{}]}",
        "{'anyOf': []}",
        "{'title': 1}",
        "{'pattern': '['}",
        "{'pattern': 1}",
      })
  void a_schema_that_is_not_valid_in_its_dialect_is_refused(String schema) {
    assertTrue(refusal(schema).length() > 20);
  }

  @Test
  void the_refusal_says_where_the_schema_is_wrong() {
    assertEquals(
        "not a valid schema of 2020-12: /properties/a/minLength must be at least 0, but is -1",
        refusal("{'properties': {'a': {'minLength': -1}}}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "'{}'", "null", "[]"})
  void what_is_neither_object_nor_boolean_is_no_schema(String schema) {
    assertTrue(refusal(schema).startsWith("a schema must be an object or a boolean"));
  }
}
