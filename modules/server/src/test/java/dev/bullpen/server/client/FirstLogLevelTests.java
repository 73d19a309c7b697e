package dev.bullpen.server.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.protocol.LogLevel;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FirstLogLevelTests {
  @ParameterizedTest
  @CsvSource({
    "error, debug, ERROR",
    "'', debug, DEBUG",
    "'', '', INFO",
    "Warning, '', WARNING",
    "true, error, DEBUG",
    "loud, error, INFO"
  })
  void an_empty_level_counts_as_unset(String level, String otherwise, LogLevel expected) {
    assertEquals(
        expected,
        Agreement.firstLogLevel(
            Map.of("MCPBASH_LOG_LEVEL", level, "MCPBASH_LOG_LEVEL_DEFAULT", otherwise)));
  }

  @Test
  void without_one_it_is_the_default_and_without_that_info() {
    assertEquals(
        LogLevel.ERROR, Agreement.firstLogLevel(Map.of("MCPBASH_LOG_LEVEL_DEFAULT", "error")));
    assertEquals(LogLevel.INFO, Agreement.firstLogLevel(Map.of()));
  }
}
