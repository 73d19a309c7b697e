package dev.bullpen.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Checks without the validator library agree with those of the library. */
class UsableTests {
  private static final String D07 = "'$schema': 'http://json-schema.org/draft-07/schema#', ";
  private static final String D19 = "'$schema': 'https://json-schema.org/draft/2019-09/schema', ";
  private static final String D04 = "'$schema': 'http://json-schema.org/draft-04/schema#', ";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "true | ",
        "{'$anchor': 'a', '$dynamicAnchor': 'b'} | ",
        "{'$id': 5, 'properties': {'$id': {'type': 'string'}}} | ",
        "{'$id': 'https://e.org/a#'} | https://e.org/a",
        "{'$id': 'https://e.org/a/b', '$defs': {'c': {'$id': 'c'}, 'd': {'$id': '/d'}}} | https://e.org/a/b https://e.org/a/c https://e.org/d",
        "{'$defs': {'b': {'$id': 'b'}}, 'anyOf': [{'$id': 'urn:c'}]} | b urn:c",
        "{'properties': {'default': {'$id': 'a'}, 'enum': {'items': {'$id': 'b'}}}} | a b",
        "{'x-defs': {'q': {'$id': 'a'}}, 'dependentSchemas': {'q': {'$id': 'b'}}} | a b",
        "{'default': {'$id': 'a'}, 'const': {'$id': 'b'}, 'enum': [{'$id': 'c'}]} | ",
        "{'examples': [{'$id': 'a'}], 'example': {'$id': 'b'}} | "
      })
  void a_schema_is_known_by_all_ids_in_it(String schema, String ids) {
    assertEquals(ids == null ? "" : ids, String.join(" ", Schema.ids(Given.json(schema))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "true",
        "[]",
        "'object'",
        "null",
        "{'type': 'object', 'properties': {'a': {'type': ['string', 'null']}, 'b': true}}",
        "{'type': 'int'}",
        "{'type': []}",
        "{'type': ['string', 'string']}",
        "{'type': null}",
        "{'items': {'type': 'strin'}}",
        "{'items': [{}]}",
        "{" + D07 + "'items': [{}]}",
        "{" + D07 + "'items': []}",
        "{" + D19 + "'items': [{}], 'additionalItems': 'x'}",
        "{'additionalItems': 'x'}",
        "{'properties': []}",
        "{'properties': {'a': 'string'}}",
        "{'properties': {'type': {'type': 'string'}, 'required': {'type': 'string'}}}",
        "{'required': true}",
        "{'required': 'a'}",
        "{'required': ['a', 'a']}",
        "{'required': [1]}",
        "{'minimum': '1'}",
        "{'minimum': 1, 'exclusiveMinimum': true}",
        "{" + D04 + "'minimum': 1, 'exclusiveMinimum': true}",
        "{" + D04 + "'exclusiveMinimum': 'x'}",
        "{'multipleOf': 0}",
        "{'multipleOf': 0.01}",
        "{'minLength': -1}",
        "{'minLength': 2.0}",
        "{'minLength': 1e2}",
        "{'minLength': 1.5}",
        "{'maxContains': -1}",
        "{" + D07 + "'maxContains': -1}",
        "{'uniqueItems': 'yes'}",
        "{'enum': []}",
        "{'enum': 'a'}",
        "{'enum': ['a', 'a']}",
        "{'pattern': '['}",
        "{'pattern': '(?P<x>a)'}",
        "{'pattern': '(?i)a'}",
        "{'pattern': 5}",
        "{'patternProperties': {'[': {}}}",
        "{'format': 5}",
        "{'description': 5}",
        "{'title': []}",
        "{'default': {'type': 'int'}}",
        "{'const': null}",
        "{'examples': 'a'}",
        "{'deprecated': 'yes'}",
        "{" + D07 + "'deprecated': 'yes'}",
        "{'$comment': 5}",
        "{'allOf': []}",
        "{'anyOf': {}}",
        "{'oneOf': [true, {}]}",
        "{'not': 'string'}",
        "{'if': 5}",
        "{'$defs': {'a': {'type': 'int'}}}",
        "{" + D07 + "'$defs': {'a': 5}}",
        "{'definitions': {'a': 5}}",
        "{'dependencies': {'a': ['b']}}",
        "{'dependencies': {'a': 5}}",
        "{'dependentRequired': {'a': ['b', 'b']}}",
        "{'dependentSchemas': {'a': 5}}",
        "{'prefixItems': []}",
        "{'unevaluatedProperties': 5}",
        "{'contentSchema': {'type': 'int'}}",
        "{'$ref': '#/$defs/nowhere'}",
        "{'$ref': 'https://example.org/x'}",
        "{'$ref': 5}",
        "{'$schema': 'https://example.org/x'}",
        "{'$schema': 5}",
        "{'$id': 5}",
        "{'$id': '#a'}",
        "{" + D07 + "'$id': '#a'}",
        "{'$anchor': 'a:b'}",
        "{" + D19 + "'$anchor': 'a:b'}",
        "{" + D07 + "'$anchor': 'a:b'}",
        "{'$dynamicAnchor': '1'}",
        "{'$vocabulary': {'x:y': 1}}",
        "{'$recursiveAnchor': true}",
        "{" + D19 + "'$recursiveAnchor': true}",
        "{'nullable': true, 'id': 5, 'example': 7}"
      })
  void the_first_check_and_the_library_agree(String schema) {
    JsonNode json = Given.json(schema);
    boolean isCompiled = true;
    try {
      Schema.compile(json);
    } catch (SchemaException e) {
      isCompiled = false;
    }
    assertEquals(isCompiled, Schema.isUsable(json), schema);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "100e2147483647", // no zero can be stripped from it
        "1e10001",
        "-100e2147483647",
        "1e-2147483647"
      })
  void a_count_that_cannot_be_written_out_makes_only_its_schema_unusable(String count) {
    assertFalse(Schema.isUsable(Given.json("{'minLength': " + count + "}")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'properties': {'a': {'enum': []}}} | \"enum\" is empty",
        "{'items': {'nullable': true}} | \"nullable\" stands beside no \"type\"",
        "{'type': ['null'], 'nullable': false} | \"nullable\" is false",
        "{'type': 'null', 'nullable': false} | \"nullable\" is false",
        "{'id': 'x'} | \"id\" is a keyword of draft-04",
        "{'$schema': 'http://json-schema.org/draft-04/schema#', 'items': {'maximum': 1, 'exclusiveMaximum': true}} | as in draft-04",
        "{'$ref': 'https://json-schema.org/draft/2020-12/schema'} | not every client has",
        "{'$async': true} | \"$async\"",
        "{'pattern': '\\\\Aa'} | the pattern \"\\\\Aa\" is no regular expression of ECMA-262",
        "{'patternProperties': {'(?i)a': {}}} | ECMA-262",
        "{'formatMinimum': 'x'} | \"formatMinimum\"",
        "{'$schema': 'http://json-schema.org/draft-07/schema#', '$anchor': 'a:b'} | is no anchor",
        "{'$schema': 'http://json-schema.org/draft-07/schema#', '$id': '#a'} | write \"$anchor\"",
        "{'$defs': {'a': {'$anchor': 'q'}, 'b': {'$anchor': 'q'}}} | two schemas in it are called \"q\"",
        "{'$defs': {'a': {'$id': 'q'}, 'b': {'$id': 'q'}}} | two schemas in it are called \"q\"",
        "{'$id': 'https://e.org/a', '$defs': {'b': {'$id': 'a'}}} | two schemas in it are called \"https://e.org/a\"",
        "{'$id': 'https://e.org/a', 'x-defs': {'$id': 'https://e.org/a#'}} | two schemas in it are called",
        "{'$id': ''} | \"$id\" is empty",
        "{'$id': 'constructor'} | the name of another schema",
        "{'$id': 'http://json-schema.org/schema'} | the name of another schema",
        "{'$schema': 'http://json-schema.org/draft-07/schema#', '$id': 'http://json-schema.org/draft-07/schema#'} | the name of another schema",
        "{'$schema': 'http://json-schema.org/draft-07/schema#', 'definitions': {'q': {}}, 'items': {'$id': 'q', '$ref': '#/definitions/q'}} | beside \"$ref\"",
        "{'pattern': '\\\\p{Script=latin}'} | ECMA-262",
        "{'patternProperties': {'^\\\\p{sc=LATN}': {}}} | ECMA-262"
      })
  void what_the_official_client_refuses_is_known(String schema, String why) {
    JsonNode json = Given.json(schema);
    assertTrue(Schema.isUsable(json), schema);
    String said = Schema.clientObjection(json).orElse("nothing");
    assertTrue(said.contains(why), said);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "true",
        "{'type': 'object', 'properties': {'id': {'type': 'string'}, 'enum': {'type': 'array'}}}",
        "{'type': 'string', 'nullable': true, 'format': 'whatever', 'x-id': 5}",
        "{'format': 'date', 'formatMinimum': '2020-01-01'}",
        "{'$schema': 'http://json-schema.org/draft-04/schema#', 'minimum': 1}",
        "{'$ref': 'http://json-schema.org/draft-07/schema#'}",
        "{'$id': 'https://example.org/a', '$defs': {'n': {'$anchor': 'n'}}, 'items': {'$ref': '#n'}}",
        "{'const': {'id': 'x', 'enum': []}, 'pattern': '^[a-z]+$'}",
        "{'pattern': '^[\\\\p{Script=Latin}\\\\p{sc=Grek}\\\\p{ASCII}]+$'}",
        "{'$id': 'https://e.org/a/', '$defs': {'b': {'$id': 'b'}, 'c': {'$id': 'https://e.org/b'}}}",
        "{'$schema': 'http://json-schema.org/draft-07/schema#', '$id': 'q', '$ref': '#/definitions/q', 'definitions': {'q': {}}}"
      })
  void what_it_takes_is_published(String schema) {
    JsonNode json = Given.json(schema);
    assertTrue(Schema.isUsable(json));
    assertFalse(Schema.clientObjection(json).isPresent(), schema);
  }
}
