package dev.bullpen.helper.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonInTests {
  @Test
  void a_value_is_read_to_plain_java() throws JsonIn.NotJsonException {
    assertEquals("a\n\u00e4\ud83d\udca9", JsonIn.read("\"a\\n\u00e4\\ud83d\\udca9\""));
    assertEquals(7L, JsonIn.read("7"));
    assertEquals(Long.MAX_VALUE, JsonIn.read("9223372036854775807"));
    assertEquals(new BigInteger("9223372036854775808"), JsonIn.read("9223372036854775808"));
    assertEquals(Long.MIN_VALUE, JsonIn.read("-9223372036854775808"));
    assertEquals(new BigDecimal("1.50"), JsonIn.read("1.50"));
    assertEquals(true, JsonIn.read("true"));
    assertEquals(false, JsonIn.read("false"));
    assertNull(JsonIn.read("null"));
    assertEquals(List.of(1L, List.of(), Map.of()), JsonIn.read(" [1,[],{}] "));
  }

  @Test
  void members_keep_their_order() throws JsonIn.NotJsonException {
    assertEquals(
        "{z=1, a={y=null}, m=[2]}",
        JsonIn.read("{\"z\":1,\"a\":{\"y\":null},\"m\":[2]}").toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "nope",
        "{} {}",
        "{\"a\":1,\"a\":2}",
        "01",
        "1e99999999999",
        "'a'",
        "[1,]",
        "NaN",
        "\"\t\"",
        "\"unfinished"
      })
  void what_is_not_one_strict_value_is_refused(String text) {
    assertThrows(JsonIn.NotJsonException.class, () -> JsonIn.read(text));
  }

  @Test
  void nesting_is_limited() throws JsonIn.NotJsonException {
    JsonIn.read(nested(JsonIn.MAX_DEPTH - 1));
    JsonIn.read(nested(JsonIn.MAX_DEPTH));
    assertThrows(JsonIn.NotJsonException.class, () -> JsonIn.read(nested(JsonIn.MAX_DEPTH + 1)));
  }

  @Test
  void the_length_of_a_number_is_limited() throws JsonIn.NotJsonException {
    for (int digits : new int[] {JsonIn.MAX_DIGITS - 1, JsonIn.MAX_DIGITS}) {
      String text = "9".repeat(digits);
      assertEquals(new BigInteger(text), JsonIn.read(text));
    }
    String tooLong = "9".repeat(JsonIn.MAX_DIGITS + 1);
    JsonIn.NotJsonException e =
        assertThrows(JsonIn.NotJsonException.class, () -> JsonIn.read(tooLong));
    assertEquals(
        "nested deeper than 256, a name longer than 50000 characters, or a number of more than 10000"
            + " digits or out of range",
        e.getMessage());
  }

  private static String nested(int depth) {
    return "[".repeat(depth) + "]".repeat(depth);
  }

  @Test
  void the_message_says_where_and_quotes_nothing() {
    JsonIn.NotJsonException e =
        assertThrows(JsonIn.NotJsonException.class, () -> JsonIn.read("{\"secret\":\nhunter2}"));
    assertEquals("line 2, column 1", e.getMessage());
  }
}
