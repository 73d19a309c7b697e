package dev.bullpen.launcher;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleTests {
  @Test
  void colour_is_for_those_who_do_not_refuse_it() {
    assertTrue(Console.wantsColour(Map.of("TERM", "xterm")));
    assertTrue(Console.wantsColour(Map.of("NO_COLOR", "")));
    assertFalse(Console.wantsColour(Map.of("NO_COLOR", "1")));
    assertFalse(Console.wantsColour(Map.of("TERM", "dumb")));
  }
}
