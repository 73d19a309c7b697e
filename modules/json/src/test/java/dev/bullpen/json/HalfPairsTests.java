package dev.bullpen.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HalfPairsTests {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "{\"\\ud800\":1},{\"\\ufffd\":1}",
        "{\"\\uDfFf\" \t:\"\\udfff\"},{\"\\ufffd\" \t:\"\\udfff\"}",
        "[{\"\\ud83d\\ud83d\\ude00\\ude00\":1}],[{\"\\ufffd\\ud83d\\ude00\\ufffd\":1}]",
        "{\"\\\"\\\\\\ud800x\":1},{\"\\\"\\\\\\ufffdx\":1}"
      })
  void a_half_in_a_name_is_replaced_and_nothing_else(String json, String mended) {
    assertEquals(Optional.of(mended), mended(json));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{\"\\ud83d\\ude00\":1}",
        "{\"\\\\ud800\":1}",
        "{\"a\":\"\\ud800\"}",
        "[\"\\ud800\"]",
        "{\"\\ud8\":1}",
        "{\"\\ud8zz\":1}",
        "{\"\\ud800",
        "{\"\\ud800\"",
        "\"\\"
      })
  void without_one_there_is_nothing_to_mend(String json) {
    assertEquals(Optional.empty(), mended(json));
  }

  private static Optional<String> mended(String json) {
    return HalfPairs.mendedInNames(json);
  }
}
