package dev.bullpen.schema;

import static dev.bullpen.schema.Given.refusal;
import static dev.bullpen.schema.Given.violations;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DialectTests {
  private static final String TELLING =
      "'$defs': {'any': {}}, 'allOf': [{'$ref': '#/$defs/any', 'type': 'null'}], ";

  @Test
  void without_a_name_it_is_2020_12() {
    assertEquals(1, violations("{" + TELLING + "'title': 't'}", "1").size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://json-schema.org/draft/2020-12/schema",
        "https://json-schema.org/draft/2020-12/schema#",
        "http://json-schema.org/draft/2020-12/schema",
        "http://json-schema.org/draft/2020-12/schema#",
      })
  void a_schema_of_2020_12_heeds_what_stands_beside_a_reference(String schema) {
    assertEquals(1, violations("{" + TELLING + "'$schema': '" + schema + "'}", "1").size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://json-schema.org/draft-07/schema",
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft-07/schema",
        "https://json-schema.org/draft-07/schema#",
      })
  void a_schema_of_draft_07_does_not(String schema) {
    assertEquals(0, violations("{" + TELLING + "'$schema': '" + schema + "'}", "1").size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'http://json-schema.org/draft-03/schema#'",
        "'https://example.org/my-own'",
        "'http://json-schema.org/draft-07/schema##'",
        "'https://json-schema.org/draft-07/schema##'",
        "'https://json-schema.org/draft-03/schema#'",
        "'json-schema.org/draft-07/schema#'",
        "'ftp://json-schema.org/draft-07/schema#'",
        "''",
        "7",
      })
  void any_other_is_refused_by_name_and_with_what_is_supported(String dialect) {
    String refusal = refusal("{'$schema': " + dialect + ", 'type': 'object'}");
    assertTrue(refusal.contains(dialect.replace('\'', '"')), refusal);
    assertTrue(refusal.contains("https://json-schema.org/draft/2020-12/schema"), refusal);
    assertTrue(refusal.contains("http://json-schema.org/draft-07/schema#"), refusal);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // An id is the base of what refers to it; bounds may be excluded by a boolean beside them.
        "http://json-schema.org/draft-04/schema# | 'id': 'http://a.org/x', 'minimum': 3, 'exclusiveMinimum': true | 4 | 3",
        "http://json-schema.org/draft-04/schema | 'maximum': 3, 'exclusiveMaximum': false | 3 | 4",
        "http://json-schema.org/draft-04/schema# | 'items': {'maximum': 1, 'exclusiveMaximum': true} | [0] | [1]",
        "http://json-schema.org/draft-04/schema# | 'allOf': [{'$ref': '#/definitions/n'}], 'definitions': {'n': {'id': 'http://a.org/n', 'type': 'null'}} | null | 1",
        "http://json-schema.org/draft-06/schema# | 'exclusiveMinimum': 3, 'contains': {} | 4 | 3",
        "https://json-schema.org/draft/2019-09/schema | 'items': [{'type': 'null'}], 'additionalItems': {'type': 'string'} | [null, 'a'] | [null, 1]",
        "https://json-schema.org/draft/2019-09/schema | 'items': {'type': 'null'}, 'additionalItems': false | [null] | [1]",
        "https://json-schema.org/draft/2019-09/schema | 'items': {'$recursiveRef': '#'}, 'type': ['array', 'null'] | [[null]] | [[1]]",
        "https://json-schema.org/draft/2019-09/schema | 'dependentRequired': {'a': ['b']} | {} | {'a': 1}",
        // An id is written with either scheme.
        "https://json-schema.org/draft-04/schema# | 'minimum': 3, 'exclusiveMinimum': true | 4 | 3",
        "https://json-schema.org/draft-04/schema | 'items': {'$schema': 'http://json-schema.org/draft-04/schema#', 'maximum': 1, 'exclusiveMaximum': true} | [0] | [1]",
        "https://json-schema.org/draft-06/schema | 'exclusiveMinimum': 3, 'contains': {} | 4 | 3",
        "http://json-schema.org/draft/2019-09/schema# | 'items': [{'type': 'null'}], 'additionalItems': {'type': 'string'} | [null, 'a'] | [null, 1]",
      })
  void an_older_dialect_is_checked_as_it_means_it(
      String dialect, String schema, String right, String wrong) {
    String text = "{'$schema': '" + dialect + "', " + schema + "}";
    assertEquals(List.of(), violations(text, right));
    assertEquals(1, violations(text, wrong).size());
  }

  @ParameterizedTest
  @CsvSource({
    "https://json-schema.org/draft-07/schema#, http://json-schema.org/draft-07/schema",
    "http://json-schema.org/draft-07/schema, https://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2020-12/schema, http://json-schema.org/draft/2020-12/schema#",
  })
  void a_part_may_write_the_scheme_of_the_same_dialect_otherwise(String outer, String inner) {
    String parts =
        "{'$schema': '%s', 'items': {'$schema': '%s', 'not': {'type': 'null'}}, 'allOf': [{'$ref':"
            + " '#/x/a'}], 'x': {'a': {'$id': 'http://a.org/a', '$schema': '%s', 'maxItems': 1}}}";
    String text = parts.formatted(outer, inner, inner);
    assertEquals(List.of(), violations(text, "[1]"));
    assertEquals(1, violations(text, "[null]").size());
    assertEquals(1, violations(text, "[1, 1]").size());
  }

  @Test
  void only_a_dialect_that_is_not_known_makes_everything_invalid() {
    assertTrue(isRefusal("{'$schema': 'https://example.org/my-own'}"));
    assertTrue(isRefusal("{'$ref': 'https://example.org/x'}"));
    assertFalse(isRefusal("{'type': 'int'}"));
    assertFalse(isRefusal("{'pattern': '['}"));
    assertFalse(isRefusal("{'$ref': '#/nowhere'}"));
  }

  private static boolean isRefusal(String schema) {
    return assertThrows(SchemaException.class, () -> Schema.compile(Given.json(schema)))
        .isRefusal();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'properties': {'x': {'type': 'int'}}} | /properties/x/type is \"int\", which is no type; write \"integer\"",
        "{'type': 'String'} | /type is \"String\", which is no type; write \"string\"",
        "{'properties': {'x': {'type': 'string', 'required': true}}} | /properties/x/required is a boolean; leave it out, and name the member in an array \"required\"",
        "{'required': 'x'} | /required is a string; write an array of names, [\"x\"]",
        "{'required': ['x', 'y', 'x']} | /required has \"x\" twice; leave one out",
        "{'properties': {'x': 'int'}} | /properties/x is a string, where a schema is meant; write {\"type\": \"integer\"}",
        "{'items': 'string'} | /items is a string, where a schema is meant; write {\"type\": \"string\"}",
        "{'minimum': 3, 'exclusiveMinimum': true} | /exclusiveMinimum is a boolean, as in draft-04; write the number there, in place of \"minimum\"",
        "{'properties': {'x': {'pattern': '(?P<n>a)'}}} | a group with a name is written (?<name>...)",
      })
  void a_refusal_says_what_to_write_for_what_people_get_wrong(String schema, String words) {
    String refusal = refusal(schema);
    assertTrue(refusal.contains(words), refusal);
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
