package dev.bullpen.server.tool;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import dev.bullpen.server.tool.ToolRun.EventLines;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventLinesTests {
  private final List<String> seen = new ArrayList<>();
  private final List<String> others = new ArrayList<>();
  private final EventLines lines =
      new EventLines(object -> seen.add(Json.text(object)), others::add);

  @Test
  void every_line_comes_out_wherever_the_bytes_are_cut() {
    byte[] all = "{\"a\":1}\n{\"b\":\"ü\"}\n\n{\"c\":3}\n".getBytes(UTF_8);
    for (int cut = 0; cut <= all.length; cut++) {
      seen.clear();
      lines.take(java.util.Arrays.copyOf(all, cut));
      lines.take(java.util.Arrays.copyOfRange(all, cut, all.length));
      assertEquals(List.of("{\"a\":1}", "{\"b\":\"ü\"}", "{\"c\":3}"), seen, "cut at " + cut);
    }
  }

  @Test
  void a_member_written_twice_counts_as_its_last() {
    lines.take("{\"a\":1,\"a\":2}\n".getBytes(UTF_8));
    assertEquals(List.of("{\"a\":2}"), seen);
  }

  @Test
  void a_line_with_a_byte_that_is_not_utf8_is_not_lost() {
    lines.take("{\"a\":\"r\u00e9s\"}\n".getBytes(ISO_8859_1));
    assertEquals(List.of("{\"a\":\"r\ufffds\"}"), seen);
  }

  @Test
  void what_is_no_object_is_dropped_and_the_next_line_is_not() {
    lines.take("nonsense\n[1]\n{\"a\":\n{\"b\":2}\n".getBytes(UTF_8));
    assertEquals(List.of("{\"b\":2}"), seen);
  }

  @Test
  void the_last_line_needs_no_newline_once_the_script_has_ended() {
    lines.take("{\"a\":1}".getBytes(UTF_8));
    assertEquals(List.of(), seen);
    lines.endLine();
    assertEquals(List.of("{\"a\":1}"), seen);
  }

  @Test
  void a_line_without_end_is_dropped_and_takes_no_memory() {
    byte[] piece = "x".repeat(64 * 1024).getBytes(UTF_8);
    for (int i = 0; i < 1000; i++) {
      lines.take(piece);
    }
    lines.take("\n{\"a\":1}\n".getBytes(UTF_8));
    assertEquals(List.of("{\"a\":1}"), seen);
  }

  @Test
  void a_line_that_is_no_json_is_passed_on_as_a_word() {
    lines.take("tools\n{\"a\":1}\nprom".getBytes(UTF_8));
    lines.take("pts\r\n".getBytes(UTF_8));
    assertEquals(List.of("tools", "prompts"), others);
    assertEquals(List.of("{\"a\":1}"), seen);
  }
}
