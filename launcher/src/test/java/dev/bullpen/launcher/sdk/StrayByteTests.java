package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the SDK writes is UTF-8, whatever bytes a file name or another program's message holds. */
@Tag("slow")
class StrayByteTests {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "r\\xe9sum\\xe9.txt | r\uFFFDsum\uFFFD.txt",
        "\\xe9\\n\\\"     | `\uFFFD\\n\\\"`",
        "a\\x80           | a\uFFFD",
        "\\xc3\\xa9\\xa9  | é\uFFFD",
        "\\xe2\\x82       | \uFFFD\uFFFD",
        "\\xc0\\xaf       | \uFFFD\uFFFD",
        "\\xe0\\x9f\\xbf  | \uFFFD\uFFFD\uFFFD",
        "\\xed\\xa0\\x80  | \uFFFD\uFFFD\uFFFD",
        "\\xf4\\x90\\x80\\x80 | \uFFFD\uFFFD\uFFFD\uFFFD",
        "\\xf0\\x8f\\xbf\\xbf | \uFFFD\uFFFD\uFFFD\uFFFD",
        "\\xf0\\x9f\\x98z | \uFFFD\uFFFD\uFFFDz",
        "\\xed\\x9f\\xbf\\xee\\x80\\x80 | \uD7FF\uE000",
        "\\xf4\\x8f\\xbf\\xbf | \uDBFF\uDFFF"
      })
  void a_byte_of_no_character_becomes_a_replacement_character(String bytes, String text)
      throws IOException, JsonException {
    for (ToolScript tool : tools()) {
      assertEquals(
          text.replace("\\n", "\n").replace("\\\"", "\""),
          written(tool, "mcp_json_escape $'" + bytes + "'").stringValue());
    }
  }

  @Test
  void a_long_text_with_stray_bytes_comes_back_with_everything_else() throws Exception {
    for (ToolScript tool : tools()) {
      assertEquals(
          "line \uFFFD é\n".repeat(700),
          written(
                  tool,
                  "text=; for i in {1..700}; do text=$text$'line \\xe9 \\xc3\\xa9\\n'; done;"
                      + " mcp_json_escape \"$text\"")
              .stringValue());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcp_json_obj $'k\\xe9' $'v\\xe9\\n\"'",
        "mcp_json_arr $'v\\xe9'",
        "mcp_emit_json $'{ \"k\\xe9\" : \"v\\xe9\\\\n\" }'",
        "mcp_error cli_failed $'cannot open r\\xe9sum\\xe9.txt'",
        "mcp_error cli_failed m --hint $'\\xe9' --data $'{\"k\\xe9\":\"\\xe9\\\\n\"}'",
        "mcp_result_error $'\\xe9'",
        "mcp_result_success $'{\"k\":\"r\\xe9\\\\n\"}'",
        "MCP_ELICIT_SUPPORTED=1; mcp_elicit $'\\xe9' $'\\xe9' || :",
      })
  void what_is_printed_is_json(String call) throws IOException, JsonException {
    for (ToolScript tool : tools()) {
      written(tool, call);
    }
  }

  @Test
  void a_value_with_stray_bytes_is_a_success_all_the_same() throws Exception {
    for (ToolScript tool : tools()) {
      JsonNode result = written(tool, "mcp_result_success \"$(mcp_json_obj f $'r\\xe9\\n\"')\"");
      assertEquals(
          "r\uFFFD\n\"",
          result.path("structuredContent").path("result").path("f").stringValue(),
          result::toString);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(mcp_fail -32001 $'\\xe9' $'[\"\\xe9\"]') || :",
        "mcp_log_warn n $'\\xe9'",
        "mcp_log_warn n \"$(printf '\\351%.0s' {1..3000})\"",
        "mcp_log info n $'[\"\\xe9\"]'",
        "mcp_progress 1 $'\\xe9'"
      })
  void what_is_written_for_the_server_is_json(String call) throws IOException, JsonException {
    Path sent = folder.resolve("sent");
    for (ToolScript tool : tools()) {
      Files.deleteIfExists(sent);
      Ran said =
          tool.with("MCP_TOOL_ERROR_FILE", sent.toString())
              .with("MCP_LOG_STREAM", sent.toString())
              .with("MCP_PROGRESS_STREAM", sent.toString())
              .with("MCP_PROGRESS_TOKEN", "1")
              .run("{ " + call + "\n} 2>/dev/null");
      assertEquals(0, said.exitCode(), said::err);
      Json.parse(Files.readAllBytes(sent));
    }
  }

  @Tag("slow")
  @Test
  void a_person_is_asked() throws IOException, JsonException {
    Path question = folder.resolve("question");
    for (ToolScript tool : tools()) {
      Files.deleteIfExists(folder.resolve("question.put"));
      // The question is withdrawn when no answer came in time.
      tool.with("MCP_ELICIT_SUPPORTED", "1")
          .with("MCP_ELICIT_REQUEST_FILE", question.toString())
          .with("MCP_ELICIT_RESPONSE_FILE", folder.resolve("answer").toString())
          .with("MCPBASH_ELICITATION_TIMEOUT", "1")
          .run(
              """
              mv() { cat -- "$3" >"$4.put"; command mv "$@"; }
              mcp_elicit_confirm $'Delete r\\xe9sum\\xe9?' || :
              """);
      assertEquals(
          "Delete r\uFFFDsum\uFFFD?",
          Json.parse(Files.readAllBytes(folder.resolve("question.put")))
              .path("message")
              .stringValue());
    }
  }

  /** Where characters are bytes and where they are not, with jq and without. */
  private List<ToolScript> tools() {
    return List.of(
        new ToolScript(folder).with("LANG", "C"),
        new ToolScript(folder).with("LANG", "C.UTF-8"),
        new ToolScript(folder).withoutJq().with("LANG", "C"),
        new ToolScript(folder).withoutJq().with("LC_ALL", "C.UTF-8"));
  }

  /** The JSON a script prints, which must be UTF-8. */
  private JsonNode written(ToolScript tool, String script) throws IOException, JsonException {
    Ran said = tool.run("{ " + script + "\n} >printed 2>/dev/null");
    assertEquals(0, said.exitCode(), said::err);
    return Json.parse(Files.readAllBytes(folder.resolve("printed")));
  }
}
