package dev.bullpen.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class GivenEnvironmentTests {
  @Test
  void what_the_start_script_did_not_change_stays() {
    assertEquals(
        Map.of("LC_ALL", "C.UTF-8", "LANG", "C"),
        GivenEnvironment.restore(Map.of("LC_ALL", "C.UTF-8", "LANG", "C")));
  }

  @Test
  void a_variable_that_was_not_set_is_not_set_for_scripts() {
    assertEquals(
        Map.of("LANG", "C"),
        GivenEnvironment.restore(
            Map.of("LC_ALL", "C.UTF-8", "LANG", "C", "BULLPEN_GIVEN_LC_ALL", "")));
  }

  @Test
  void a_variable_that_was_set_is_what_scripts_get() {
    assertEquals(
        Map.of("LC_ALL", "POSIX", "JAVA_TOOL_OPTIONS", "-Da=b"),
        GivenEnvironment.restore(
            Map.of(
                "LC_ALL",
                "C.UTF-8",
                "BULLPEN_GIVEN_LC_ALL",
                "POSIX",
                "BULLPEN_GIVEN_JAVA_TOOL_OPTIONS",
                "-Da=b")));
  }
}
