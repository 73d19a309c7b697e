package dev.bullpen.launcher.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Progress, log messages, and other events between a running tool and the server. */
class EventTests {
  /** PIPE_BUF of Linux, pipe(7): what is written in one piece. */
  private static final int PIECE_BYTES = 4096;

  @TempDir Path folder;

  @Test
  void progress_is_a_line_of_its_own() throws IOException {
    run("mcp_progress 40 'half \"done\"' 7; mcp_progress 50 next");

    assertEquals(
        List.of(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"tok\",\"progress\":40,\"total\":7,\"message\":\"half"
                + " \\\"done\\\"\"}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"tok\","
                + "\"progress\":50,\"message\":\"next\"}}"),
        events());
  }

  @ParameterizedTest
  @CsvSource({
    "-1,0",
    "0,0",
    "1,1",
    "99,99",
    "100,100",
    "101,100",
    "99999999999999999999,100",
    "08,8",
    "20.5,20.5",
    "' 20.5 ',20.5",
    "+007.250,7.250",
    ".5,0.5",
    "5.,5",
    "-0.1,0",
    "99.999,99.999",
    "100.0,100",
    "100.001,100",
    "2.05e1,20.5",
    "205E-1,20.5",
    "5e-3,0.005",
    "0e5,0",
    "1e2,100",
    "1e99999999999999999999,100",
    "-1e99999999999999999999,0"
  })
  void progress_is_a_percentage(String given, String sent) throws IOException {
    run("mcp_progress '" + given + "' m");

    assertTrue(events().get(0).contains("\"progress\":" + sent + ","), events()::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "", " ", ".", "-", "1,5", "0x10", "1e", "20.5.1", "5%", "NaN", "1 2"})
  void what_is_no_number_is_no_progress_and_the_tool_gets_a_warning(String given)
      throws IOException {
    Ran said = tool().run("mcp_progress \"$1\" m; echo on", given);

    assertEquals(List.of("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}"), events());
    assertEquals("on\n", said.out());
    assertEquals(
        "mcp_progress: \"%s\" is no number, so this progress is not reported; give a percentage such as 20.5\n"
            .formatted(given),
        said.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "-1", "1,5"})
  void a_total_that_is_none_is_left_out_and_the_tool_gets_a_warning(String given)
      throws IOException {
    Ran said = tool().run("mcp_progress 1 m \"$1\"", given);

    assertTrue(events().get(0).contains("\"progress\":1,\"message\""), events()::toString);
    assertEquals(
        "mcp_progress: the total \"%s\" is no number of 0 or more and is left out\n"
            .formatted(given),
        said.err());
  }

  @ParameterizedTest
  @CsvSource({
    "007,7",
    "00,0",
    "99999999999999999999,99999999999999999999",
    "40.50,40.50",
    "' 2.5e3 ',2500"
  })
  void a_total_is_sent_whatever_digits_it_has(String given, String sent) throws IOException {
    run("mcp_progress 1 m '" + given + "'");

    assertTrue(events().get(0).contains("\"total\":" + sent + ","), events()::toString);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "tok,`\"tok\"`",
        "7,7",
        "-7,-7",
        "007,`\"007\"`",
        "1.5,`\"1.5\"`",
        "a\"b,`\"a\\\"b\"`"
      })
  void a_token_that_looks_like_a_number_is_one(String token, String json) throws IOException {
    tool().with("MCP_PROGRESS_TOKEN", token).run("mcp_progress 1 m");

    assertTrue(events().get(0).contains("\"progressToken\":" + json + ","), events()::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", ""})
  void unless_the_server_says_what_it_is(String token) throws IOException {
    String json = '"' + token + '"';
    tool()
        .with("MCP_PROGRESS_TOKEN", token)
        .with("MCP_PROGRESS_TOKEN_JSON", json)
        .run("mcp_progress 1 m");

    assertTrue(events().get(0).contains("\"progressToken\":" + json + ","), events()::toString);
  }

  @Test
  void without_a_token_or_a_stream_nothing_happens() {
    assertEquals(new Ran(0, "", ""), tool().with("MCP_PROGRESS_TOKEN", "").run("mcp_progress 1 m"));
    assertEquals(
        new Ran(0, "", ""),
        tool()
            .with("MCP_PROGRESS_STREAM", "")
            .with("MCP_LOG_STREAM", "")
            .run("mcp_progress 1 m; mcp_log_info l m"));
  }

  @Test
  void a_stream_that_is_gone_does_not_end_the_tool() {
    Ran said =
        tool()
            .with("MCP_PROGRESS_STREAM", "/nowhere/events")
            .with("MCP_LOG_STREAM", "/nowhere/events")
            .with("MCP_LIST_CHANGED_FILE", "/nowhere/changed")
            .run("mcp_progress 1 m; mcp_log_info l m; mcp_list_changed tools; echo reached");

    assertEquals(new Ran(0, "reached\n", ""), said);
  }

  @ParameterizedTest
  @CsvSource({"a,C", "é,C", "é,C.UTF-8", "𝄞,C", "𝄞,C.UTF-8"})
  void a_message_too_long_for_one_piece_is_cut_between_characters(String character, String locale)
      throws IOException, JsonException {
    tool().with("LANG", locale).run("mcp_progress 1 \"$1\"", character.repeat(5_000));

    String line = events().get(0);
    String message = Json.parse(line.getBytes(UTF_8)).get("params").get("message").stringValue();
    assertTrue(line.getBytes(UTF_8).length < PIECE_BYTES);
    assertTrue(
        line.getBytes(UTF_8).length > PIECE_BYTES - 16, () -> "cut too much: " + line.length());
    assertTrue(message.matches("(" + character + ")+…"), message);
  }

  @Test
  void the_longest_message_that_fits_is_not_cut() throws IOException {
    run("mcp_progress 1 ''");
    int others = events().get(0).length() + 1;
    Files.delete(stream());

    tool().run("mcp_progress 1 \"$1\"", "a".repeat(PIECE_BYTES - others));
    tool().run("mcp_progress 1 \"$1\"", "a".repeat(PIECE_BYTES - others + 1));

    assertEquals(
        List.of(PIECE_BYTES - 1, PIECE_BYTES - 1),
        events().stream().map(line -> line.getBytes(UTF_8).length).toList());
    assertTrue(!events().get(0).contains("…"));
    assertTrue(events().get(1).contains("…"));
  }

  @Test
  void a_message_of_escapes_is_cut_too() throws IOException, JsonException {
    tool().run("mcp_progress 1 \"$1\"", "\u0001".repeat(3_000));

    String message =
        Json.parse(events().get(0).getBytes(UTF_8)).get("params").get("message").stringValue();
    assertTrue(message.length() > 200, message);
  }

  @Test
  void several_processes_write_whole_lines_into_a_pipe() throws IOException {
    Ran said =
        tool()
            .with("MCP_PROGRESS_STREAM", folder.resolve("pipe").toString())
            .run(
                """
                mkfifo "$MCP_PROGRESS_STREAM"
                exec 7<>"$MCP_PROGRESS_STREAM"
                for writer in 1 2 3; do
                  ( for i in 1 2 3 4 5 6 7 8 9 10; do mcp_progress 1 "$1"; done ) &
                done
                for i in {1..30}; do
                  IFS= read -r line <&7
                  printf '%s\\n' "$line"
                done
                wait
                """,
                "x".repeat(5_000));

    assertEquals(30, said.lines().size(), said::err);
    assertEquals(1, said.lines().stream().distinct().count());
  }

  @Test
  void log_messages_have_a_level_a_logger_and_any_json() throws IOException {
    run(
        """
        mcp_log warning 'my "log"' '{ "a" : [ 1,
          2.50 ] }'
        mcp_log_debug l 'a "text"'
        mcp_log_warn l w
        mcp_log_error l e
        mcp_log info l 'no json'
        """);

    assertEquals(
        List.of(
            message("warning", "my \\\"log\\\"", "{\"a\":[1,2.50]}"),
            message("debug", "l", "\"a \\\"text\\\"\""),
            message("warning", "l", "\"w\""),
            message("error", "l", "\"e\""),
            message("info", "l", "\"no json\"")),
        events());
  }

  @Test
  void a_level_may_be_written_in_capitals() throws IOException {
    Ran said = run("mcp_log ERROR l 1; mcp_log Warn l 2; mcp_log noTice l 3");

    assertEquals(
        List.of(
            message("error", "l", "1"), message("warning", "l", "2"), message("notice", "l", "3")),
        events());
    assertEquals("", said.err());
  }

  @Test
  void an_unknown_level_is_info_and_a_warning() throws IOException {
    Ran said = run("mcp_log loud l 1");

    assertEquals(List.of(message("info", "l", "1")), events());
    assertEquals("mcp_log: \"loud\" is no level, taken for info\n", said.err());
  }

  @Test
  void debug_lines_have_the_time() throws IOException {
    Path log = folder.resolve("debug.log");

    tool().with("MCPBASH_DEBUG_LOG", log.toString()).run("mcp_debug a 'b c'");

    assertTrue(Files.readString(log).matches("\\[\\d\\d:\\d\\d:\\d\\d] a b c\n"));
  }

  @Test
  void a_call_is_cancelled_once_its_file_is_there() {
    Ran said =
        tool()
            .with("MCP_CANCEL_FILE", folder.resolve("cancelled").toString())
            .run(
                "mcp_is_cancelled || echo no; : >\"$MCP_CANCEL_FILE\"; mcp_is_cancelled && echo"
                    + " yes");

    assertEquals(List.of("no", "yes"), said.lines());
    assertEquals(1, new ToolScript(folder).run("mcp_is_cancelled").exitCode());
  }

  @Test
  void changed_lists_are_reported_by_their_kind_a_line_each() throws IOException {
    Path changed = folder.resolve("changed");
    Ran said =
        tool()
            .with("MCP_LIST_CHANGED_FILE", changed.toString())
            .run("mcp_list_changed tools; mcp_list_changed prompts resources tools; echo $?");

    assertEquals(new Ran(0, "0\n", ""), said);
    assertEquals(List.of("tools", "prompts", "resources", "tools"), Files.readAllLines(changed));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "''", "files", "tools files", "'tools prompts'"})
  void an_unknown_kind_is_reported_and_not_sent(String kinds) {
    Path changed = folder.resolve("changed");
    Ran said =
        tool()
            .with("MCP_LIST_CHANGED_FILE", changed.toString())
            .run("mcp_list_changed " + kinds + "; echo not reached");

    assertEquals(1, said.exitCode());
    assertTrue(said.err().startsWith("mcp_list_changed: say tools, prompts or"), said::err);
    assertFalse(Files.exists(changed));
  }

  @Test
  void without_a_listener_changed_lists_are_not_reported() {
    assertEquals(new Ran(0, "0\n", ""), run("mcp_list_changed tools prompts; echo $?"));
  }

  private static String message(String level, String logger, String data) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\""
        + level
        + "\",\"logger\":\""
        + logger
        + "\",\"data\":"
        + data
        + "}}";
  }

  private Ran run(String script) {
    return tool().run(script);
  }

  private ToolScript tool() {
    return new ToolScript(folder)
        .with("MCP_PROGRESS_STREAM", stream().toString())
        .with("MCP_LOG_STREAM", stream().toString())
        .with("MCP_PROGRESS_TOKEN", "tok");
  }

  private Path stream() {
    return folder.resolve("events");
  }

  private List<String> events() throws IOException {
    return Files.readAllLines(stream());
  }
}
