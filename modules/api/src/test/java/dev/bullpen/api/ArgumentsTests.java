package dev.bullpen.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentsTests {
  private static final Arguments NONE = Arguments.of(Map.of());

  private static Arguments of(Object value) {
    Map<String, Object> values = new HashMap<>();
    values.put("x", value);
    return Arguments.of(values);
  }

  private static void refused(String message, Executable getter) {
    assertEquals(message, assertThrows(ArgumentException.class, getter).getMessage());
  }

  @Test
  void each_kind_comes_out_as_what_it_is() {
    assertEquals("a", of("a").text("x"));
    assertEquals("", of("").text("x"));
    assertEquals(7, of(7L).whole("x"));
    assertEquals(7, of(7).whole("x"));
    assertEquals(1.5, of(new BigDecimal("1.50")).decimal("x"));
    assertEquals(7.0, of(7L).decimal("x"));
    assertTrue(of(true).flag("x"));
    assertEquals(Arrays.asList(1L, null), of(Arrays.asList(1L, null)).list("x"));
    assertEquals(List.of("a", "b"), of(List.of("a", "b")).texts("x"));
    assertEquals(2, of(Map.of("y", 2L)).object("x").whole("y"));
    assertEquals(2, of(List.of(Map.of("y", 2L))).objects("x").get(0).whole("y"));
  }

  @Test
  void what_is_missing_or_null_gives_way_to_the_alternative() {
    for (Arguments arguments : List.of(NONE, of(null))) {
      assertFalse(arguments.has("x"));
      assertEquals("b", arguments.text("x", "b"));
      assertEquals(8, arguments.whole("x", 8));
      assertEquals(0.5, arguments.decimal("x", 0.5));
      assertTrue(arguments.flag("x", true));
      assertEquals(List.of(1), arguments.list("x", List.of(1)));
      assertEquals(List.of("c"), arguments.texts("x", List.of("c")));
      assertEquals(1, arguments.object("x", of(1L)).whole("x"));
      assertEquals(List.of(), arguments.objects("x", List.of()));
    }
  }

  @Test
  void what_is_there_counts_and_not_the_alternative() {
    assertEquals("a", of("a").text("x", "b"));
    assertEquals(7, of(7L).whole("x", 8));
    assertEquals(7, of(7L).decimal("x", 8));
    assertFalse(of(false).flag("x", true));
    assertEquals(List.of(), of(List.of()).list("x", List.of(1)));
    assertEquals(List.of(), of(List.of()).texts("x", List.of("c")));
    assertEquals(Map.of(), of(Map.of()).object("x", of(1L)).asMap());
    assertEquals(List.of(), of(List.of()).objects("x", List.of(NONE)));
  }

  @Test
  void what_is_missing_is_named_with_what_it_must_be() {
    refused("\"x\" is missing: it must be text", () -> NONE.text("x"));
    refused(
        "\"x\" is missing: it must be a whole number between -2^63 and 2^63 - 1",
        () -> of(null).whole("x"));
    refused("\"x\" is missing: it must be a number", () -> NONE.decimal("x"));
    refused("\"x\" is missing: it must be true or false", () -> NONE.flag("x"));
    refused("\"x\" is missing: it must be a list", () -> NONE.list("x"));
    refused("\"x\" is missing: it must be a list", () -> NONE.texts("x"));
    refused("\"x\" is missing: it must be an object", () -> NONE.object("x"));
    refused("\"x\" is missing: it must be a list", () -> NONE.objects("x"));
  }

  @Test
  void what_is_of_another_kind_is_named_with_both() {
    refused("\"x\" must be text, not 7", () -> of(7L).text("x"));
    refused(
        "\"x\" must be a whole number between -2^63 and 2^63 - 1, not text",
        () -> of("7").whole("x"));
    refused("\"x\" must be a number, not true", () -> of(true).decimal("x"));
    refused("\"x\" must be true or false, not text", () -> of("true").flag("x"));
    refused("\"x\" must be a list, not an object", () -> of(Map.of()).list("x"));
    refused("\"x\" must be an object, not a list", () -> of(List.of()).object("x"));
  }

  @Test
  void a_wrong_kind_is_refused_even_where_there_is_an_alternative() {
    refused("\"x\" must be text, not false", () -> of(false).text("x", "b"));
    refused("\"x\" must be true or false, not 0", () -> of(0L).flag("x", true));
  }

  @Test
  void what_lies_inside_is_named_by_its_way_in() {
    Arguments arguments =
        Arguments.of(Map.of("filter", Map.of("since", 3L), "tags", Arrays.asList("a", null, "c")));
    refused("\"filter.since\" must be text, not 3", () -> arguments.object("filter").text("since"));
    refused("\"tags[1]\" must be text, not null", () -> arguments.texts("tags"));
    Arguments rows = Arguments.of(Map.of("rows", List.of(Map.of(), Map.of("n", "1"))));
    refused(
        "\"rows[1].n\" must be a number, not text", () -> rows.objects("rows").get(1).decimal("n"));
    refused("\"tags[0]\" must be an object, not text", () -> arguments.objects("tags"));
  }

  @Test
  void whole_numbers_end_where_a_long_ends() {
    BigInteger most = BigInteger.valueOf(Long.MAX_VALUE);
    BigInteger least = BigInteger.valueOf(Long.MIN_VALUE);
    assertEquals(Long.MAX_VALUE - 1, of(most.subtract(BigInteger.ONE)).whole("x"));
    assertEquals(Long.MAX_VALUE, of(most).whole("x"));
    assertThrows(ArgumentException.class, () -> of(most.add(BigInteger.ONE)).whole("x"));
    assertEquals(Long.MIN_VALUE, of(least).whole("x"));
    assertThrows(ArgumentException.class, () -> of(least.subtract(BigInteger.ONE)).whole("x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.0", "3.000", "0.3E1", "3E0"})
  void a_fraction_of_nothing_is_whole(String number) {
    assertEquals(3, of(new BigDecimal(number)).whole("x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.5", "1E+19", "1E+2147483647", "1E-2147483647", "0.1E+2147483647"})
  void what_no_long_holds_is_refused_at_once(String number) {
    assertThrows(ArgumentException.class, () -> of(new BigDecimal(number)).whole("x"));
  }

  @Test
  void they_keep_their_order_and_cannot_be_changed() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("z", new ArrayList<>(List.of("1")));
    values.put("a", null);
    Arguments arguments = Arguments.of(values);
    values.put("later", 1);
    assertEquals("{z=[1], a=null}", arguments.toString());
    assertThrows(UnsupportedOperationException.class, () -> arguments.asMap().clear());
    assertThrows(UnsupportedOperationException.class, () -> arguments.list("z").clear());
    assertThrows(UnsupportedOperationException.class, () -> arguments.texts("z").clear());
  }
}
