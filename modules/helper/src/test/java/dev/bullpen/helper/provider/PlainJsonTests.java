package dev.bullpen.helper.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainJsonTests {
  @Test
  void a_value_is_read_to_plain_java() throws PlainJson.NotJsonException {
    assertEquals("a\n\u00e4\ud83d\udca9", PlainJson.read("\"a\\n\u00e4\\ud83d\\udca9\""));
    assertEquals(7L, PlainJson.read("7"));
    assertEquals(Long.MAX_VALUE, PlainJson.read("9223372036854775807"));
    assertEquals(new BigInteger("9223372036854775808"), PlainJson.read("9223372036854775808"));
    assertEquals(Long.MIN_VALUE, PlainJson.read("-9223372036854775808"));
    assertEquals(new BigDecimal("1.50"), PlainJson.read("1.50"));
    assertEquals(true, PlainJson.read("true"));
    assertEquals(false, PlainJson.read("false"));
    assertNull(PlainJson.read("null"));
    assertEquals(List.of(1L, List.of(), Map.of()), PlainJson.read(" [1,[],{}] "));
  }

  @Test
  void members_keep_their_order() throws PlainJson.NotJsonException {
    assertEquals(
        "{z=1, a={y=null}, m=[2]}",
        PlainJson.read("{\"z\":1,\"a\":{\"y\":null},\"m\":[2]}").toString());
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
    assertThrows(PlainJson.NotJsonException.class, () -> PlainJson.read(text));
  }

  @Test
  void nesting_is_limited_when_read() throws PlainJson.NotJsonException {
    PlainJson.read(brackets(PlainJson.MAX_DEPTH - 1));
    PlainJson.read(brackets(PlainJson.MAX_DEPTH));
    assertThrows(
        PlainJson.NotJsonException.class, () -> PlainJson.read(brackets(PlainJson.MAX_DEPTH + 1)));
  }

  @Test
  void the_length_of_a_number_is_limited_when_read() throws PlainJson.NotJsonException {
    for (int digits : new int[] {PlainJson.MAX_DIGITS - 1, PlainJson.MAX_DIGITS}) {
      String text = "9".repeat(digits);
      assertEquals(new BigInteger(text), PlainJson.read(text));
    }
    String tooLong = "9".repeat(PlainJson.MAX_DIGITS + 1);
    PlainJson.NotJsonException e =
        assertThrows(PlainJson.NotJsonException.class, () -> PlainJson.read(tooLong));
    assertEquals(
        "nested deeper than 256, a name longer than 50000 characters, or a number of more than 10000"
            + " digits or out of range",
        e.getMessage());
  }

  private static String brackets(int depth) {
    return "[".repeat(depth) + "]".repeat(depth);
  }

  @Test
  void the_message_says_where_and_quotes_nothing() {
    PlainJson.NotJsonException e =
        assertThrows(
            PlainJson.NotJsonException.class, () -> PlainJson.read("{\"secret\":\nhunter2}"));
    assertEquals("line 2, column 1", e.getMessage());
  }

  private static String written(Object value) throws ScriptExit {
    return PlainJson.text(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"z\":1,\"a\":[true,false,null,\"\"]}",
        "9007199254740993",
        "123456789012345678901234567890",
        "1.50",
        "-0.25",
        "\"line\\nbreak \\\\ quote \\\" tab \\t nul \\u0000 a/b\"",
        "\"pile of poo \uD83D\uDCA9 and \u2028\"",
        "[[[[]]]]"
      })
  void what_was_read_is_written_as_it_came(String text) throws Exception {
    assertEquals(text, written(PlainJson.read(text)));
  }

  @Test
  void every_number_of_java_has_its_form() throws ScriptExit {
    assertEquals(
        "[1,2,3,4,5,6.50,0.5,0.25]",
        written(
            List.of(
                1,
                2L,
                (short) 3,
                (byte) 4,
                BigInteger.valueOf(5),
                new BigDecimal("6.50"),
                0.5,
                0.25f)));
  }

  @Test
  void any_collection_is_a_list() throws ScriptExit {
    assertEquals("[\"a\"]", written(Set.of("a")));
  }

  @Test
  void half_a_surrogate_pair_is_an_escape_in_a_text_and_mended_in_a_name() throws ScriptExit {
    assertEquals("\"x\\ud800\\n\"", written("x\ud800\n"));
    assertEquals("\"\\udc00\ud83d\udca9\"", written("\udc00\ud83d\udca9"));
    assertEquals("{\"\ufffd\ud83d\udca9\":1}", written(Map.of("\ud800\ud83d\udca9", 1)));
  }

  static Stream<Object> strangers() {
    return Stream.of(
        new Date(0),
        new int[0],
        'c',
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Float.NaN,
        new AtomicLong(1),
        Map.of(1, "a"),
        Arrays.asList((Object) new String[0]));
  }

  @ParameterizedTest
  @MethodSource("strangers")
  void what_json_has_not_is_refused_with_what_to_use(Object value) {
    ScriptExit e = assertThrows(ScriptExit.class, () -> written(value));
    assertTrue(e.getMessage().contains("is not JSON. Use a Map"), e.getMessage());
  }

  @Test
  void a_null_key_is_refused() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(null, 1);
    assertThrows(ScriptExit.class, () -> written(map));
  }

  @Test
  void nesting_is_limited() throws ScriptExit {
    written(nested(PlainJson.MAX_DEPTH - 1));
    written(nested(PlainJson.MAX_DEPTH));
    assertThrows(ScriptExit.class, () -> written(nested(PlainJson.MAX_DEPTH + 1)));
  }

  @Test
  void the_length_of_a_number_is_limited() throws Exception {
    for (Number most : List.of(whole(0), whole(0).negate(), new BigDecimal(whole(-1), 7000))) {
      assertEquals(most, PlainJson.read(written(most)));
    }
    for (Number tooLong : List.of(whole(1), whole(1).negate(), new BigDecimal(whole(1), 7000))) {
      ScriptExit e = assertThrows(ScriptExit.class, () -> written(tooLong));
      assertEquals(
          "A number has more than 10000 digits. Give it as a String instead.", e.getMessage());
    }
  }

  private static BigInteger whole(int beyond) {
    return new BigInteger("9".repeat(PlainJson.MAX_DIGITS + beyond));
  }

  @Test
  void what_is_written_at_the_limit_can_be_read() throws Exception {
    PlainJson.read(written(nested(PlainJson.MAX_DEPTH)));
    PlainJson.read(written(Map.of("a", nested(PlainJson.MAX_DEPTH - 1))));
    assertThrows(ScriptExit.class, () -> written(Map.of("a", nested(PlainJson.MAX_DEPTH))));
  }

  private static Object nested(int depth) {
    List<Object> value = new ArrayList<>();
    for (int i = 1; i < depth; i++) {
      value = new ArrayList<>(List.of((Object) value));
    }
    return value;
  }

  @Test
  void what_holds_itself_is_refused() {
    List<Object> list = new ArrayList<>();
    list.add(list);
    ScriptExit e = assertThrows(ScriptExit.class, () -> written(list));
    assertEquals("A value is nested deeper than 256. Does it hold itself?", e.getMessage());
  }

  @Test
  void a_double_without_a_fraction_can_be_written_without_one() throws ScriptExit {
    List<Number> numbers =
        DoubleStream.of(3.0, 0.5, -0.0, 9007199254740992.0, 1e300)
            .mapToObj(PlainJson::number)
            .toList();
    assertEquals("[3,0.5,0,9007199254740992,1.0E300]", written(numbers));
  }

  @Test
  void an_object_has_its_members_in_order_and_none_for_what_is_empty() throws ScriptExit {
    assertEquals(
        "{\"b\":1,\"a\":\"x\",\"c\":null}",
        written(PlainJson.object("b", 1, "d", Optional.empty(), "a", Optional.of("x"), "c", null)));
  }

  @ParameterizedTest
  @MethodSource("optionals")
  void an_optional_of_a_provider_is_no_json(Object value) {
    assertThrows(ScriptExit.class, () -> written(value));
  }

  static Stream<Object> optionals() {
    return Stream.of(Optional.empty(), List.of(Optional.of(1)), Map.of("a", Optional.empty()));
  }
}
