package dev.bullpen.helper.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.api.Job;
import dev.bullpen.api.Level;
import dev.bullpen.api.ToolResult;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The lines are those of launcher/src/main/sdk/lib/events.sh. */
class NoticesTests {
  private static final String PROGRESS =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":";

  private final Rig rig =
      new Rig()
          .with("MCP_TOOL_NAME", "count")
          .with("MCP_PROGRESS_STREAM", "/d/events")
          .with("MCP_LOG_STREAM", "/d/events");

  private List<String> events(Consumer<Job> tool) throws Exception {
    rig.tool(
        request -> {
          tool.accept(request.job());
          return ToolResult.text("");
        });
    return rig.ports.events;
  }

  @Test
  void progress_is_a_notification_under_the_clients_token() throws Exception {
    rig.with("MCP_PROGRESS_TOKEN", "7").with("MCP_PROGRESS_TOKEN_JSON", "\"7\"");
    assertEquals(
        List.of(
            PROGRESS + "\"7\",\"progress\":1,\"total\":3,\"message\":\"one\\n\\\"1\\\"\"}}",
            PROGRESS + "\"7\",\"progress\":2.5,\"message\":\"\"}}",
            PROGRESS + "\"7\",\"progress\":3,\"message\":\"\"}}"),
        events(
            job -> {
              job.progress(1, 3, "one\n\"1\"");
              job.progress(2.5, "");
              job.progress(3, null);
            }));
  }

  @Test
  void a_token_that_is_a_number_stays_one() throws Exception {
    rig.with("MCP_PROGRESS_TOKEN", "7").with("MCP_PROGRESS_TOKEN_JSON", "7");
    assertEquals(
        List.of(PROGRESS + "7,\"progress\":1,\"total\":2,\"message\":\"\"}}"),
        events(job -> job.progress(1, 2, "")));
  }

  @Test
  void the_empty_text_is_a_token() throws Exception {
    rig.with("MCP_PROGRESS_TOKEN", "").with("MCP_PROGRESS_TOKEN_JSON", "\"\"");
    assertEquals(
        List.of(PROGRESS + "\"\",\"progress\":1,\"total\":2,\"message\":\"\"}}"),
        events(job -> job.progress(1, 2, "")));
  }

  @Test
  void a_token_that_came_as_text_alone_is_text() throws Exception {
    rig.with("MCP_PROGRESS_TOKEN", "a\"b");
    assertEquals(
        List.of(PROGRESS + "\"a\\\"b\",\"progress\":1,\"total\":2,\"message\":\"\"}}"),
        events(job -> job.progress(1, 2, "")));
  }

  @Test
  void without_a_token_no_progress_is_sent() throws Exception {
    rig.with("MCP_PROGRESS_TOKEN", "");
    assertEquals(List.of(), events(job -> job.progress(1, 2, "")));
  }

  @Test
  void progress_that_is_no_number_is_the_authors_to_mend() throws Exception {
    events(
        job -> {
          assertThrows(IllegalArgumentException.class, () -> job.progress(Double.NaN, ""));
          assertThrows(
              IllegalArgumentException.class, () -> job.progress(1, Double.POSITIVE_INFINITY, ""));
        });
  }

  @Test
  void a_log_message_names_the_tool() throws Exception {
    assertEquals(
        List.of(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{"
                + "\"level\":\"warning\",\"logger\":\"count\",\"data\":\"a\\tb\"}}"),
        events(job -> job.log(Level.WARNING, "a\tb")));
  }

  @Test
  void every_level_has_its_word() throws Exception {
    List<String> said =
        events(
            job -> {
              for (Level level : Level.values()) {
                job.log(level, "");
              }
            });
    String[] words = {
      "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"
    };
    for (int i = 0; i < words.length; i++) {
      assertTrue(said.get(i).contains("\"level\":\"" + words[i] + "\""), said.get(i));
    }
  }

  @Test
  void without_a_stream_nothing_is_sent() throws Exception {
    rig.with("MCP_LOG_STREAM", "").with("MCP_PROGRESS_STREAM", "").with("MCP_PROGRESS_TOKEN", "1");
    assertEquals(
        List.of(),
        events(
            job -> {
              job.log(Level.INFO, "a");
              job.progress(1, 2, "a");
            }));
  }

  @Test
  void a_text_is_cut_so_that_its_line_is_not_dropped() throws Exception {
    int most = 40_000;
    List<String> said =
        events(
            job -> {
              job.log(Level.INFO, "\u0001".repeat(most - 1));
              job.log(Level.INFO, "\u0001".repeat(most));
              job.log(Level.INFO, "\u0001".repeat(most + 1));
              job.log(Level.INFO, "a".repeat(most - 1) + "\ud83d\udca9");
            });
    assertTrue(said.get(0).endsWith("\\u0001\"}}"));
    assertTrue(said.get(1).endsWith("\\u0001\"}}"));
    assertTrue(said.get(2).endsWith("\\u0001…\"}}"));
    assertTrue(said.get(3).endsWith("aaa…\"}}"), "no half of a surrogate pair is left");
    for (String line : said) {
      assertTrue(line.length() < 256 * 1024);
    }
  }
}
