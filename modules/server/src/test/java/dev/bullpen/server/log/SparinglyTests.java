package dev.bullpen.server.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SparinglyTests {
  @Test
  void ten_thousand_of_a_kind_are_nine_lines() {
    List<String> lines = new ArrayList<>();
    Sparingly sparingly = new Sparingly();
    for (int i = 0; i < 10_000; i++) {
      sparingly.log(new ListLogger(lines), Level.WARNING, "bad");
    }
    assertEquals(9, lines.size());
    assertEquals("bad (10000 like it so far)", lines.get(8));
  }

  @Test
  void only_the_beginning_of_a_long_message_is_logged() {
    List<String> lines = new ArrayList<>();
    new Sparingly().log(new ListLogger(lines), Level.WARNING, "id " + "x".repeat(1_000_000));
    assertEquals(503, lines.get(0).length());
  }

  private record ListLogger(List<String> lines) implements System.Logger {
    @Override
    public String getName() {
      return "list";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(Level level, java.util.ResourceBundle bundle, String text, Throwable thrown) {
      lines.add(text);
    }

    @Override
    public void log(Level level, java.util.ResourceBundle bundle, String text, Object... values) {
      lines.add(text);
    }
  }
}
