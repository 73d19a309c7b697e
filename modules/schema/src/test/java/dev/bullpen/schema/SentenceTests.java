package dev.bullpen.schema;

import static dev.bullpen.schema.Given.message;
import static dev.bullpen.schema.Given.violations;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SentenceTests {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'string'}                    | 1           | the value must be a string, but is 1",
        "{'type':'integer'}                   | 1.5         | the value must be an integer, but is"
            + " 1.5",
        "{'type':['object','array','null']}   | 'a'         | the value must be an object, an array"
            + " or null, but is a string",
        "{'type':'number'}                    | true        | the value must be a number, but is a"
            + " boolean",
        "{'type':'boolean'}                   | null        | the value must be a boolean, but is"
            + " null",
        "{'enum':['a','b']}                   | 'c'         | the value must be one of \"a\","
            + " \"b\", but is \"c\"",
        "{'enum':['a',1,null]}                | []          | the value must be one of \"a\", 1,"
            + " null, but is an array",
        "{'const':{}}                         | 3           | the value must be an object, but is"
            + " 3",
        "{'minimum':1}                        | 0           | the value must be at least 1, but is"
            + " 0",
        "{'maximum':1}                        | 1.01        | the value must be at most 1, but is"
            + " 1.01",
        "{'exclusiveMinimum':1}               | 1           | the value must be more than 1, but is"
            + " 1",
        "{'exclusiveMaximum':1}               | 1           | the value must be less than 1, but is"
            + " 1",
        "{'multipleOf':2}                     | 3           | the value must be a multiple of 2,"
            + " but is 3",
        "{'minLength':1}                      | ''          | the value must have at least 1"
            + " character, but has 0",
        "{'maxLength':2}                      | 'abc'       | the value must have at most 2"
            + " characters, but has 3",
        "{'pattern':'^a'}                     | 'b'         | the value must match the pattern"
            + " \"^a\"",
        "{'minItems':2}                       | [1]         | the value must have at least 2"
            + " elements, but has 1",
        "{'maxItems':1}                       | [1,2]       | the value must have at most 1"
            + " element, but has 2",
        "{'uniqueItems':true}                 | [1,1]       | the value must not have the same"
            + " element twice",
        "{'minProperties':1}                  | {}          | the value must have at least 1"
            + " member, but has 0",
        "{'maxProperties':1}                  | {'a':1,'b':2} | the value must have at most 1"
            + " member, but has 2",
        "{'required':['a']}                   | {}          | member \"a\" is required",
        "{'additionalProperties':false}       | {'a':1}     | member \"a\" is not allowed",
        "{'unevaluatedProperties':false}      | {'a':1}     | member \"a\" is not allowed",
        "{'propertyNames':{'maxLength':1}}    | {'ab':1}    | member \"ab\" has a name that is not"
            + " allowed",
        "{'dependentRequired':{'a':['b']}}    | {'a':1}     | member \"b\" is required beside"
            + " \"a\"",
        "{'prefixItems':[true],'items':false} | [1,2]       | the value must not have an element 1",
        "{'prefixItems':[true],'unevaluatedItems':false} | [1,2] | the value must not have an"
            + " element 1",
        "{'contains':{'const':1}}             | [2]         | the value must have at least 1"
            + " element matching \"contains\"",
        "{'contains':{'const':1},'minContains':2} | [1]     | the value must have at least 2"
            + " elements matching \"contains\"",
        "{'contains':{'const':1},'maxContains':1} | [1,1]   | the value must have at most 1 element"
            + " matching \"contains\"",
        "{'oneOf':[{},true]}                  | 1           | the value must match exactly one of"
            + " the alternatives of \"oneOf\"",
        "{'not':{}}                           | 1           | the value matches what \"not\""
            + " excludes",
        "false                                | 1           | the value is not allowed",
        "{'$schema':'http://json-schema.org/draft-07/schema#','dependencies':{'a':['b']}} | {'a':1}"
            + " | member \"a\" is there without the members that it requires beside it",
        "{'$schema':'http://json-schema.org/draft-07/schema#','items':[{}],'additionalItems':false}"
            + " | [1,2] | the value must not have an element 1",
      })
  void a_sentence_says_what_and_what_was_expected(String schema, String value, String sentence) {
    assertEquals(sentence, message(schema, value));
  }

  @Test
  void inside_a_value_it_says_where() {
    assertEquals(
        List.of(
            new Violation("/a~1b/0", "/a~1b/0 must be a string, but is 1"),
            new Violation("/c", "member \"d\" of /c is required")),
        violations(
            "{'properties': {'a/b': {'items': {'type': 'string'}}, 'c': {'required': ['d']}}}",
            "{'a/b': [1], 'c': {}}"));
  }

  @Test
  void each_alternative_that_does_not_match_has_its_reason() {
    assertEquals(
        List.of(
            new Violation(
                "/f", "/f must be a string, but is a boolean (alternative 1 of \"anyOf\")"),
            new Violation("/f", "/f must be null, but is a boolean (alternative 2 of \"anyOf\")")),
        violations(
            "{'properties': {'f': {'anyOf': [{'type': 'string'}, {'type': 'null'}]}}}",
            "{'f': true}"));
  }

  @Test
  void violations_come_in_the_order_of_the_document_not_of_the_schema() {
    String rules = "'properties': {'a': {'type': 'null'}, 'b': {'items': {'type': 'null'}}}";
    String value = "{'b': [null, 1, null, 2], 'z': 0, 'a': 3}";
    List<String> expected = List.of("", "/b/1", "/b/3", "/a");
    for (String more : List.of("", ", 'minProperties': 0")) {
      assertEquals(
          expected,
          violations("{" + rules + ", 'required': ['x']" + more + "}", value).stream()
              .map(Violation::at)
              .toList());
    }
  }

  @Test
  void what_two_rules_find_alike_is_reported_once() {
    assertEquals(
        "member \"a\" is required",
        message("{'allOf': [{'required': ['a']}, {'required': ['a']}]}", "{}"));
  }
}
