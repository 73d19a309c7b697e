package dev.bullpen.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTests {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"z\":1,\"a\":[true,false,null,\"\"]}",
        "9007199254740993",
        "123456789012345678901234567890",
        "1.50",
        "-0.25",
        "\"line\\nbreak \\\\ quote \\\" tab \\t nul \\u0000\"",
        "\"pile of poo \uD83D\uDCA9 and \u2028\"",
        "[[[[]]]]",
        "\"a/b\""
      })
  void a_value_comes_back_as_it_went_in(String text) throws JsonException {
    assertEquals(text, Json.text(Json.parse(text.getBytes(UTF_8))));
  }

  @Test
  void a_lone_surrogate_is_written_as_its_escape() throws JsonException {
    assertEquals("\"x\\ud800\\u000a\"", Json.text(Json.parse("\"x\\ud800\\n\"")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "nope",
        "{} {}",
        "{}x",
        "{\"a\":1,\"a\":2}",
        "01",
        "1e",
        "1e99999999999",
        "1e-99999999999",
        "'a'",
        "[1,]",
        "NaN",
        "\"\t\"",
        "// c\n1",
        "\"unfinished"
      })
  void what_is_not_one_strict_value_is_refused(String text) {
    assertThrows(JsonException.class, () -> Json.parse(text.getBytes(UTF_8)));
  }

  @Test
  void invalid_utf8_is_refused() {
    assertThrows(JsonException.class, () -> Json.parse(new byte[] {'"', (byte) 0xc3, '"'}));
    assertThrows(
        JsonException.class,
        () -> Json.parse(new byte[] {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'}));
  }

  @Test
  void nesting_is_limited() throws JsonException {
    Json.parse(nested(Json.MAX_DEPTH - 1));
    Json.parse(nested(Json.MAX_DEPTH));
    assertThrows(JsonException.class, () -> Json.parse(nested(Json.MAX_DEPTH + 1)));
  }

  @Test
  void the_message_says_where_and_quotes_nothing() {
    JsonException e = assertThrows(JsonException.class, () -> Json.parse("{\"secret\":\nhunter2}"));
    assertEquals("line 2, column 1: not valid JSON", e.getMessage());
  }

  private static String nested(int depth) {
    return "[".repeat(depth) + "]".repeat(depth);
  }

  @Test
  void what_parses_may_be_json_and_plain_text_may_not() throws JsonException {
    for (String json :
        new String[] {"{}", " [1]", "\t\"a\"", "\r\n-1", "0", "9", "true", "false", "null"}) {
      byte[] bytes = json.getBytes(UTF_8);
      Json.parse(bytes);
      assertTrue(Json.mayBe(bytes), json);
    }
    for (String text : new String[] {"", " \n", "Hello", "'a'", "+1", ".5", "\ufeff{}", "\f{}"}) {
      assertFalse(Json.mayBe(text.getBytes(UTF_8)), text);
    }
  }
}
