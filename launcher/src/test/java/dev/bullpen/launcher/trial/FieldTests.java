package dev.bullpen.launcher.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class FieldTests {
  private static Field field(String schema, boolean isRequired) throws Exception {
    String required = isRequired ? "[\"x\"]" : "[]";
    return Field.of(
            Json.parse(
                "{\"properties\": {\"x\": %s}, \"required\": %s}".formatted(schema, required)))
        .get(0);
  }

  private static String put(String schema, String typed) throws Exception {
    ObjectNode content = Json.object();
    field(schema, true).put(typed, content);
    return Json.text(content.path("x"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"type\": \"string\"}|12|\"12\"",
        "{\"type\": \"integer\"}|12|12",
        "{\"type\": \"number\"}|1.50|1.50",
        "{\"type\": \"boolean\"}|Y|true",
        "{\"type\": \"boolean\"}|no|false",
        "{\"enum\": [\"a\", \"b\"], \"enumNames\": [\"First\", \"Second\"]}|second|\"b\"",
        "{\"oneOf\": [{\"const\": \"a\", \"title\": \"First\"}]}|a|\"a\"",
        "{\"type\": \"array\", \"items\": {\"anyOf\": [{\"const\": \"a\"}, {\"const\": \"b\"}]}}|a, b|[\"a\",\"b\"]",
        "{\"type\": \"integer\", \"default\": 7}|''|7",
        "{\"type\": \"integer\", \"minimum\": 1}|1|1",
        "{\"type\": \"integer\", \"maximum\": 12}|12|12",
      })
  void what_is_typed_becomes_what_the_schema_says(String schema, String typed, String value)
      throws Exception {
    assertEquals(value, put(schema, typed));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"type\": \"string\"}|''|A value is required. Type one; Ctrl-D declines.",
        "{\"type\": \"integer\"}|1.5|Type a whole number.",
        "{\"type\": \"number\"}|one|Type a number.",
        "{\"type\": \"boolean\"}|maybe|Type yes or no.",
        "{\"enum\": [\"a\", \"b\"]}|c|Type one of a, b.",
        "{\"type\": \"integer\", \"minimum\": 1}|0|It is at least 1.",
        "{\"type\": \"integer\", \"maximum\": 12}|13|It is at most 12.",
      })
  void what_does_not_fit_is_refused_with_what_would(String schema, String typed, String sentence) {
    assertEquals(
        sentence, assertThrows(Field.UnfitException.class, () -> put(schema, typed)).getMessage());
  }

  @Test
  void what_is_not_needed_may_be_left_out() throws Exception {
    ObjectNode content = Json.object();
    field("{\"type\": \"string\"}", false).put("", content);

    assertEquals("{}", Json.text(content));
  }

  @Test
  void the_question_says_what_enter_means_and_the_choices() throws Exception {
    Field field =
        field(
            "{\"title\": \"Colour\", \"description\": \"Of the room\", \"default\": \"a\","
                + " \"enum\": [\"a\"], \"enumNames\": [\"White\"]}",
            true);

    assertEquals("  Colour [a]: ", field.prompt());
    assertEquals(List.of("Of the room", "  a  White"), field.introduction());
    assertEquals(List.of("a"), field.values());
  }

  @Test
  void a_secret_is_not_shown() throws Exception {
    assertTrue(field("{\"format\": \"password\"}", true).isSecret());
    assertFalse(field("{\"type\": \"string\"}", true).isSecret());
  }
}
