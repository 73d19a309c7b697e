package dev.bullpen.pool.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EncodingsTests {
  @ParameterizedTest
  @CsvSource({
    "ANSI_X3.4-1968, C, C.UTF-8",
    "US-ASCII, , C.UTF-8",
    "ISO-8859-1, , de_DE",
    "UTF-8, , de_DE",
    "UTF-8, C.UTF-8, C.UTF-8",
    "UTF-8, de_DE.UTF-8, de_DE.UTF-8"
  })
  void a_jvm_names_files_as_this_one_does_and_in_utf_8_where_this_one_has_no_letters(
      String encoding, String own, String locale) {
    Map<String, String> environment = new HashMap<>(Map.of("LC_ALL", "de_DE"));
    Encodings.nameFiles(environment, own, encoding);
    assertEquals(Map.of("LC_ALL", locale), environment);
  }
}
