package dev.bullpen.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        "[0,-0,-0.0,0.0,0.000000,0.0000000,-0.0000000]",
        "[1e5,1E5,1E+5,-1e+05,0.1e1,1e-7,1E400,0e0,0E+9]",
        "[0.000001,0.0000010,0.00000099,0.0000001,123.00000001]",
        "{\"n\":100000000000000000000000000000000.00000000000000000000000001}",
        "\"line\\nbreak \\\\ quote \\\" tab \\t nul \\u0000\"",
        "\"pile of poo \uD83D\uDCA9 and \u2028\"",
        "[[[[]]]]",
        "\"a/b\""
      })
  void a_value_comes_back_as_it_went_in(String text) throws JsonException {
    assertEquals(text, Json.text(Json.parse(text.getBytes(UTF_8))));
  }

  @Test
  void a_number_has_its_value_however_it_is_written() throws JsonException {
    assertEquals(new BigDecimal("1e5"), Json.parse("1e5").decimalValue());
    assertEquals(Json.parse("1E+5"), Json.parse("1e5"));
    assertEquals(0, Json.parse("-0").intValue());
    assertTrue(Json.parse("-0").isIntegralNumber());
    assertEquals(Json.parse("0"), Json.parse("-0"));
  }

  @Test
  void fractions_of_every_length_are_written_as_they_were_read() throws JsonException {
    for (int zeros = 0; zeros < 12; zeros++) {
      for (String digits : new String[] {"0", "1", "10", "00", "123456789012345678901"}) {
        for (String before : new String[] {"0.", "-0.", "7.", "-70."}) {
          String text = before + "0".repeat(zeros) + digits;
          assertEquals(text, Json.text(Json.parse(text)));
        }
      }
    }
  }

  @Test
  void a_lone_surrogate_is_written_as_its_escape() throws JsonException {
    assertEquals("\"x\\ud800\\n\"", Json.text(Json.parse("\"x\\ud800\\n\"")));
  }

  @Test
  void an_indented_value_has_a_line_for_each_part_and_its_numbers_as_they_were()
      throws JsonException {
    assertEquals(
        """
        {
          "a": [
            1.50,
            [],
            {
              "b": "\\ud800\\n"
            }
          ],
          "c": {}
        }""",
        Json.indented(Json.parse("{\"a\":[1.50,[],{\"b\":\"\\ud800\\n\"}],\"c\":{}}")));
    assertEquals("1e2", Json.indented(Json.parse("1e2")));
    assertEquals("[]", Json.indented(Json.array()));
  }

  @Test
  void in_a_line_for_a_client_the_replacement_character_stands_for_it() throws JsonException {
    String json =
        "[\"\\ud83d\",\"\\ude00x\",\"\\ud83d\\ud83d\\ude00\",{\"\\ud83d\":{\"\\udce9.txt\":\"\\ud83d\\ude00\"}}]";
    assertEquals(
        "[\"\ufffd\",\"\ufffdx\",\"\ufffd\ud83d\ude00\",{\"\ufffd\":{\"\ufffd.txt\":\"\ud83d\ude00\"}}]\n",
        new String(Json.line(Json.parseLastWins(json)), UTF_8));
    assertEquals(Json.parsePrinted(json.getBytes(UTF_8)), Json.parseLastWins(json));
    assertThrows(JsonException.class, () -> Json.parse(json));
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

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{\"a\":1,\"a\"}", "{} {}", "[1,]", "NaN", "'a'", "// c\n1"})
  void a_value_of_a_project_is_as_strict_otherwise(String text) {
    assertThrows(JsonException.class, () -> Json.parseLastWins(text));
    assertThrows(JsonException.class, () -> Json.parseLastWins(text.getBytes(UTF_8)));
    String deep = nested(Json.MAX_DEPTH + 1);
    assertThrows(JsonException.class, () -> Json.parseLastWins(deep));
  }

  @Test
  void of_a_project_a_member_written_twice_counts_as_its_last_in_the_place_of_the_first()
      throws JsonException {
    String text = "{\"a\":{\"x\":1,\"x\":[]},\"b\":1.50,\"a\":{\"y\":1,\"z\":0,\"y\":2}}";
    String meant = "{\"a\":{\"y\":2,\"z\":0},\"b\":1.50}";
    assertEquals(meant, Json.text(Json.parseLastWins(text)));
    assertEquals(meant, Json.text(Json.parseLastWins(text.getBytes(UTF_8))));
    String longText = text + " ".repeat(2 * 1024 * 1024);
    assertEquals(meant, Json.text(Json.parseLastWins(longText.getBytes(UTF_8))));
    assertThrows(JsonException.class, () -> Json.parse(longText.getBytes(UTF_8)));
  }

  @Test
  void of_what_is_printed_a_replacement_character_is_in_place_of_what_is_not_utf8()
      throws JsonException {
    String text = "{\"a\":\"r\u00e9s\",\"a\":\"\u00fc\"}";
    for (String printed : List.of(text, text + " ".repeat(2 * 1024 * 1024))) {
      byte[] bytes = printed.getBytes(ISO_8859_1);
      assertEquals("{\"a\":\"\ufffd\"}", Json.text(Json.parsePrinted(bytes)));
      assertEquals("{\"a\":\"\u00fc\"}", Json.text(Json.parsePrinted(printed.getBytes(UTF_8))));
      assertThrows(JsonException.class, () -> Json.parseLastWins(bytes));
    }
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

  @ParameterizedTest
  @ValueSource(strings = {"%s", "[-%s]", "[-%s.5]", "[%se7]", "[%sE-07]"})
  void the_length_of_a_number_is_limited(String form) throws JsonException {
    int others = (int) form.chars().filter(Character::isDigit).count();
    for (int digits : new int[] {Json.MAX_DIGITS - 1, Json.MAX_DIGITS}) {
      String text = form.formatted("9".repeat(digits - others));
      assertEquals(text, Json.text(Json.parse(text)));
      assertEquals(text, Json.text(Json.parseLastWins(text)));
    }
    String tooLong = form.formatted("9".repeat(Json.MAX_DIGITS + 1 - others));
    JsonException e = assertThrows(JsonException.class, () -> Json.parse(tooLong));
    assertTrue(e.isBeyondLimit());
    assertEquals(
        "nested deeper than 256, a name longer than 50000 characters, or a number of more than 10000"
            + " digits or out of range",
        e.getMessage());
  }

  @Test
  void the_message_says_where_and_quotes_nothing() {
    JsonException e = assertThrows(JsonException.class, () -> Json.parse("{\"secret\":\nhunter2}"));
    assertEquals("line 2, column 1: not valid JSON: a word without double quotes", e.getMessage());
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\": 1,} | a comma before \"}\"",
        "{\"a\": 1,%n} | a comma before \"}\"",
        "[1, 2,] | a comma before \"]\"",
        "{\"a\": 1 \"b\": 2} | a comma is missing",
        "[1 2] | a comma is missing",
        "{\"a\" 1} | a colon is missing after a name",
        "{a: 1} | a name without double quotes",
        "{'a': 1} | a single quote instead of a double quote",
        "{\"a\": yes} | a word without double quotes",
        "{\"a\": } | a value is missing before \"}\"",
        "{\"a\": 1 | it ends before all is closed",
        "[1} | a bracket or brace that closes another kind, or nothing",
        "{ // why%n} | a comment, which JSON does not have",
        "[\"a%nb\"] | a line break or control character within a text",
        "[\"a\\qb\"] | a backslash that begins no escape"
      })
  void the_mistake_is_named_where_it_can_be_recognised(String text, String what) {
    String said =
        assertThrows(JsonException.class, () -> Json.parseLastWins(text.replace("%n", "\n")))
            .getMessage();
    assertTrue(said.matches("line [12], column \\d+: not valid JSON: \\Q" + what + "\\E"), said);
  }
}
