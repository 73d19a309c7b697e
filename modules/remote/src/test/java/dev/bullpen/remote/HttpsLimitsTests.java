package dev.bullpen.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpsLimitsTests {
  private final List<String> problems = new ArrayList<>();

  @Test
  void what_is_not_said_is_as_it_was_in_mcp_bash() {
    assertEquals(new HttpsLimits(Duration.ofSeconds(15), 10_485_760, "bullpen"), limits("X", "x"));
    assertEquals(limits("X", "x"), HttpsLimits.of(Map.of()));
    assertTrue(problems.isEmpty());
  }

  @ParameterizedTest
  @CsvSource({"1,1", "59,59", "60,60", "007,7", "' 8 ',8", "'',15"})
  void seconds_are_taken_as_written(String text, int seconds) {
    assertEquals(Duration.ofSeconds(seconds), limits("MCPBASH_HTTPS_TIMEOUT", text).timeout());
    assertTrue(problems.isEmpty(), problems.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"61", "100", "999999999", "9999999999", "99999999999999999999"})
  void more_seconds_than_the_maximum_are_the_maximum(String text) {
    assertEquals(Duration.ofSeconds(60), limits("MCPBASH_HTTPS_TIMEOUT", text).timeout());
    assertEquals(List.of("MCPBASH_HTTPS_TIMEOUT is more than the maximum. 60 is used."), problems);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "000", "-1", "1.5", "15s", "x", "+3", "0x10", "1 2", "\u0665"})
  void what_is_no_number_of_seconds_is_said(String text) {
    assertEquals(Duration.ofSeconds(15), limits("MCPBASH_HTTPS_TIMEOUT", text).timeout());
    assertEquals(
        List.of(
            "MCPBASH_HTTPS_TIMEOUT is ignored: it is not a whole number from 1 to 60. 15 is"
                + " used."),
        problems);
  }

  @ParameterizedTest
  @CsvSource({"1,1", "20971519,20971519", "20971520,20971520", "20971521,20971520"})
  void bytes_are_taken_up_to_their_maximum(String text, int bytes) {
    assertEquals(bytes, limits("MCPBASH_HTTPS_MAX_BYTES", text).maxBytes());
    assertEquals(text.equals("20971521") ? 1 : 0, problems.size());
  }

  @Test
  void a_user_agent_is_printable_ascii_of_some_length() {
    String longest = "a".repeat(HttpsLimits.MAX_USER_AGENT_LENGTH);

    assertEquals("me/1.0 (x)", limits("MCPBASH_HTTPS_USER_AGENT", "me/1.0 (x)").userAgent());
    assertEquals(longest, limits("MCPBASH_HTTPS_USER_AGENT", longest).userAgent());
    assertTrue(problems.isEmpty());
    for (String bad : List.of(longest + "a", "a\r\nX-Other: b", "a\tb", "\u00e4", "a\u0000")) {
      problems.clear();
      assertEquals("bullpen", limits("MCPBASH_HTTPS_USER_AGENT", bad).userAgent());
      assertEquals(1, problems.size());
    }
  }

  private HttpsLimits limits(String name, String value) {
    return HttpsLimits.of(Map.of(name, value), problems::add);
  }
}
