package dev.bullpen.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class GivenLocaleTests {
  private static final Map<String, String> OF_THE_JVM = Map.of("LC_ALL", "C.UTF-8", "LANG", "C");

  @Test
  void what_the_start_script_did_not_change_stays() {
    assertEquals(OF_THE_JVM, GivenLocale.restore(OF_THE_JVM, null));
  }

  @Test
  void a_locale_that_was_not_set_is_not_set_for_scripts() {
    assertEquals(Map.of("LANG", "C"), GivenLocale.restore(OF_THE_JVM, ""));
  }

  @Test
  void a_locale_that_was_set_is_what_scripts_get() {
    assertEquals(Map.of("LC_ALL", "POSIX", "LANG", "C"), GivenLocale.restore(OF_THE_JVM, "POSIX"));
  }
}
