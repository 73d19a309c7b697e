package dev.bullpen.project.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionLimitTests {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "1, 1, 1",
        "99, 99, 99",
        "100, 100, 100",
        "101, 100, 100",
        "99999999999999999999, 100, 100",
        "\"7\", 7, 7",
        "\"007\", 7, 7",
        "0, 5, 100",
        "\"0\", 5, 100",
        "-1, 5, 100",
        "2.5, 5, 100",
        "\"many\", 5, 100",
        "null, 5, 100",
        "[], 5, 100",
        "true, 5, 100"
      })
  void what_is_said_decides_what_is_told_and_where_is_cut(String json, int told, int cut)
      throws JsonException {
    CompletionLimit limit = CompletionLimit.of(Json.parse(json));
    assertEquals(told, limit.told());
    assertEquals(cut, limit.cut());
  }
}
