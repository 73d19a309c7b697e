package dev.bullpen.pool.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EncodingsTests {
  @ParameterizedTest
  @CsvSource({"ANSI_X3.4-1968, C.UTF-8", "US-ASCII, C.UTF-8", "ISO-8859-1, de_DE", "UTF-8, de_DE"})
  void names_of_files_are_utf_8_where_the_locale_has_no_letters(String encoding, String locale) {
    Map<String, String> environment = new HashMap<>(Map.of("LC_ALL", "de_DE"));
    Encodings.nameFiles(environment, encoding);
    assertEquals(Map.of("LC_ALL", locale), environment);
  }
}
