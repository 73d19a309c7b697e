package dev.bullpen.helper.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonOutTests {
  private static String written(Object value) throws ScriptExit {
    return new String(new JsonOut().value(value).bytes(), UTF_8);
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
    assertEquals(text, written(JsonIn.read(text)));
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
    written(nested(JsonIn.MAX_DEPTH - 1));
    written(nested(JsonIn.MAX_DEPTH));
    assertThrows(ScriptExit.class, () -> written(nested(JsonIn.MAX_DEPTH + 1)));
  }

  @Test
  void the_length_of_a_number_is_limited() throws Exception {
    for (Number most : List.of(whole(0), whole(0).negate(), new BigDecimal(whole(-1), 7000))) {
      assertEquals(most, JsonIn.read(written(most)));
    }
    for (Number tooLong : List.of(whole(1), whole(1).negate(), new BigDecimal(whole(1), 7000))) {
      ScriptExit e = assertThrows(ScriptExit.class, () -> written(tooLong));
      assertEquals(
          "A number has more than 10000 digits. Give it as a String instead.", e.getMessage());
    }
  }

  private static BigInteger whole(int beyond) {
    return new BigInteger("9".repeat(JsonIn.MAX_DIGITS + beyond));
  }

  @Test
  void what_is_written_at_the_limit_can_be_read() throws Exception {
    JsonIn.read(written(nested(JsonIn.MAX_DEPTH)));
    JsonOut inside = new JsonOut().begin().value("a", nested(JsonIn.MAX_DEPTH - 1)).end();
    JsonIn.read(new String(inside.bytes(), UTF_8));
    assertThrows(
        ScriptExit.class, () -> new JsonOut().begin().value("a", nested(JsonIn.MAX_DEPTH)));
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
  void a_double_without_a_fraction_is_written_without_one() {
    JsonOut json = new JsonOut().begin();
    json.number("a", 3.0).number("b", 0.5).number("c", -0.0).number("d", 9007199254740992.0);
    json.number("e", 1e300);
    assertEquals(
        "{\"a\":3,\"b\":0.5,\"c\":0,\"d\":9007199254740992,\"e\":1.0E300}",
        new String(json.end().bytes(), UTF_8));
  }
}
