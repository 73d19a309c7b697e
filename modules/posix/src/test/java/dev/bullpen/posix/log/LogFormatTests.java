package dev.bullpen.posix.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LogFormatTests {
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.006789Z");

  @Test
  void a_line_of_text_begins_with_the_date_and_the_zone() {
    String line = LogFormat.TEXT.line(TIME, Level.WARNING, "some.part", new LogEvent("said"), "");
    String time = line.substring(0, line.indexOf(' '));
    assertEquals(Instant.parse("2026-01-02T03:04:05.006Z"), OffsetDateTime.parse(time).toInstant());
    assertEquals(time + " warning some.part: said\n", line);
  }

  @Test
  void no_text_resembles_another_line() {
    String line = LogFormat.TEXT.line(TIME, Level.INFO, "p", new LogEvent("a\nb\u001b[1m"), "");
    assertTrue(line.endsWith(" info p: a\\nb\\u001b[1m\n"), line);
  }

  @Test
  void a_trace_is_indented_and_its_lines_are_escaped() {
    String line =
        LogFormat.TEXT.line(TIME, Level.ERROR, "p", new LogEvent("m"), "E: \u202e\n\tat a\n");
    assertTrue(line.endsWith(" error p: m\n  E: \\u202e\n  at a\n"), line);
  }

  @Test
  void an_object_has_the_time_the_level_the_message_and_the_details_in_order() {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("exitCode", 3);
    details.put("stderr", "a\"b\\\n\u202e\ud83d\ude00\ud800");
    String line =
        LogFormat.JSON.line(TIME, Level.INFO, "p", new LogEvent("m", details), "E\n\tat x\n");
    String time = line.substring("{\"time\":\"".length(), line.indexOf("\",\"level\""));
    assertEquals(
        "{\"time\":\""
            + time
            + "\",\"level\":\"info\",\"logger\":\"p\",\"message\":\"m\",\"exitCode\":3,"
            + "\"stderr\":\"a\\\"b\\\\\\u000a\\u202e\ud83d\ude00\ufffd\",\"trace\":\"E\\u000a\\u0009at x\\u000a\"}\n",
        line);
  }
}
