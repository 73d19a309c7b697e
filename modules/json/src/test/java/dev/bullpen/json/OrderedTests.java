package dev.bullpen.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderedTests {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"b\":1,\"a\":2}                 | {\"a\":2,\"b\":1}",
        "{\"b\":{\"d\":1,\"c\":[{\"f\":1,\"e\":2}]},\"a\":null} "
            + "| {\"a\":null,\"b\":{\"c\":[{\"e\":2,\"f\":1}],\"d\":1}}",
        "[3,1,2]                           | [3,1,2]",
        "[ ]                               | []",
        "{ }                               | {}",
        "[true,false,null,1e5,-0,1.50]     | [true,false,null,1e5,-0,1.50]",
        "\"a\\u0022b\\\\c\\u000a\"         | \"a\\\"b\\\\c\\n\"",
        "{\"\\u0022\":1,\"!\":2}           | {\"!\":2,\"\\\"\":1}",
        "\"\\ud83d\"                       | \"\\ud83d\"",
        "\"\u00e9\u20ac\"                  | \"\u00e9\u20ac\""
      })
  void members_are_sorted_and_all_else_stays(String json, String sorted) throws JsonException {
    assertEquals(sorted, Json.text(Json.ordered(Json.parse(json))));
  }

  @Test
  void names_are_compared_by_code_point_not_by_utf_16() throws JsonException {
    assertEquals(
        "{\"\uff21\":1,\"\ud83d\ude00\":2}",
        Json.text(Json.ordered(Json.parse("{\"\ud83d\ude00\":2,\"\uff21\":1}"))));
  }
}
