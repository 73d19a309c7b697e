package dev.bullpen.protocol;

import static dev.bullpen.protocol.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.bullpen.json.Json;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestIdTests {
  @ParameterizedTest
  @DisplayName("FR-05: an id is written back with its type and its exact value")
  @ValueSource(
      strings = {
        "\"1\"",
        "1",
        "\"\"",
        "0",
        "-5",
        "9007199254740993",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "123456789012345678901234567890",
        "\"é 💩 \\n \\u0000\"",
        "2147483648",
        "16.0",
        "1e2",
        "-1.50E1",
        "-0",
        "0.0e5",
        "1e400",
        "9223372036854775808.0"
      })
  void an_id_comes_back_as_it_went_in(String json) {
    RequestId id = RequestId.of(tree(json)).orElseThrow();
    assertEquals(json, Json.text(id.toJson()));
    assertEquals(json, id.toString());
  }

  @Test
  @DisplayName("FR-05: an id of 200 characters is one")
  void a_long_id_comes_back_too() {
    String json = '"' + "x".repeat(200) + '"';
    assertEquals(json, Json.text(RequestId.of(tree(json)).orElseThrow().toJson()));
  }

  @Test
  @DisplayName("CN-02: \"1\" and 1 are two ids")
  void type_and_value_make_an_id() {
    assertNotEquals(RequestId.of(tree("1")), RequestId.of(tree("'1'")));
    assertNotEquals(RequestId.of(tree("9007199254740992")), RequestId.of(tree("9007199254740993")));
    assertEquals(RequestId.of(tree("1")), RequestId.of(tree("1")));
    assertEquals(RequestId.of(tree("'a'")), RequestId.of(tree("'a'")));
  }

  @ParameterizedTest
  @DisplayName("CN-02: one number is one id, however it is written")
  @CsvSource({
    "16, 16.0",
    "100, 1e2",
    "100.00, 0.1E3",
    "0, -0",
    "0, 0.0e-999999999",
    "9223372036854775807, 9223372036854775807.0",
    "9223372036854775808, 9.223372036854775808e18"
  })
  void one_number_is_one_id(String one, String other) {
    assertEquals(RequestId.of(tree(one)), RequestId.of(tree(other)));
    assertEquals(RequestId.of(tree(one)).hashCode(), RequestId.of(tree(other)).hashCode());
    assertNotEquals(RequestId.of(tree(one)), RequestId.of(tree("'" + other + "'")));
  }

  @ParameterizedTest
  @DisplayName("FR-06: what is neither a string nor an integer is no id")
  @ValueSource(
      strings = {
        "null",
        "true",
        "{}",
        "[]",
        "[1]",
        "1.5",
        "1e-1",
        "1e-999999999",
        "1e10000",
        "1e999999999",
        "\"\\ud800\"",
        "\"a\\udc00b\""
      })
  void other_values_are_no_id(String json) {
    assertEquals(Optional.empty(), RequestId.of(tree(json)));
    assertEquals(Optional.empty(), RequestId.of(Trees.NOTHING));
  }
}
