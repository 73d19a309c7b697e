package dev.bullpen.server.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.posix.log.LogEvent;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Timeout(60)
class LogTailTests {
  private final LogTail tail = new LogTail();

  private void add(String message) {
    tail.add(Level.INFO, "test", new LogEvent(message), "");
  }

  @Test
  void the_oldest_go_when_there_are_too_many() {
    for (int i = 1; i <= LogTail.MOST_LINES + 1; i++) {
      add("line " + i);
    }
    List<LogTail.Line> all = tail.after(0);
    assertEquals(LogTail.MOST_LINES, all.size());
    assertEquals("line 2", all.get(0).event().message());
    assertEquals(
        List.of("line " + (LogTail.MOST_LINES + 1)),
        tail.after(LogTail.MOST_LINES).stream().map(line -> line.event().message()).toList());
  }

  @Test
  void the_oldest_go_when_they_are_too_long_and_the_newest_stays() {
    int most = LogTail.MOST_CHARS - "test".length();
    add("first");
    add("x".repeat(most));
    assertEquals(1, tail.after(0).size());
    add("x".repeat(most + 1));
    assertEquals(1, tail.after(0).size());
    assertEquals(3, tail.after(0).get(0).number());
    add("last");
    assertEquals(List.of(4L), tail.after(0).stream().map(LogTail.Line::number).toList());
  }

  @Test
  void a_line_is_waited_for_and_only_so_long() throws Exception {
    assertEquals(List.of(), tail.awaitAfter(0, 10));
    Thread later = new Thread(() -> add("later"));
    later.start();
    assertEquals("later", tail.awaitAfter(0, 20_000).get(0).event().message());
    later.join();
    assertEquals(List.of(), tail.awaitAfter(1, 0));
  }

  @Test
  void a_line_is_json_with_its_details_and_its_trace() throws Exception {
    tail.add(
        Level.WARNING, "test", new LogEvent("it\nfailed", Map.of("ms", 5)), "at\n".repeat(9_000));
    JsonNode line = Json.parse(tail.after(0).get(0).json());
    assertEquals("warning", line.path("level").stringValue());
    assertEquals("it\nfailed", line.path("message").stringValue());
    assertEquals(5, line.path("ms").intValue());
    assertTrue(line.path("trace").stringValue().length() < 9_000);
  }
}
