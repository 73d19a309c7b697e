package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a tool says at its end. */
class ResultTests {
  @TempDir Path folder;
  private Path errorFile;

  @BeforeEach
  void emptyErrorFile() throws IOException {
    errorFile = Files.createFile(folder.resolve("error"));
  }

  @Test
  void text_is_printed_as_it_is() {
    assertEquals("-n a\\n\n", tool().run("mcp_emit_text \"$1\"", "-n a\\n\n").out());
    assertEquals("", tool().run("mcp_emit_text ''").out());
  }

  @Test
  void a_failure_is_in_the_error_file_on_both_outputs_and_in_the_exit_code() throws IOException {
    Ran said = tool().run("mcp_fail -32001 'no \"x\"' '{\"a\": [1]}'; echo not reached");

    String line = "{\"code\":-32001,\"message\":\"no \\\"x\\\"\",\"data\":{\"a\":[1]}}\n";
    assertEquals(new Ran(1, line, "no \"x\"\n"), said);
    assertEquals(line, Files.readString(errorFile));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "mcp_fail,-32603,Tool failed",
        "mcp_fail x,-32603,Tool failed",
        "mcp_fail 1.5 m,-32603,m",
        "mcp_fail 7 m,7,m",
        "mcp_fail_invalid_args,-32602,Invalid params",
        "mcp_fail_invalid_args m,-32602,m"
      })
  void what_is_left_out_has_a_default(String call, int code, String message) {
    assertEquals(
        "{\"code\":" + code + ",\"message\":\"" + message + "\"}", tool().run(call).value());
  }

  @Test
  void data_that_is_no_json_is_sent_as_text() {
    assertEquals(
        "{\"code\":1,\"message\":\"m\",\"data\":\"{x\"}", tool().run("mcp_fail 1 m '{x'").value());
  }

  @Test
  void a_failure_without_an_error_file_is_one_all_the_same() {
    Ran said = tool().with("MCP_TOOL_ERROR_FILE", "/nowhere/error").run("mcp_fail 1 m");

    assertEquals(new Ran(1, "{\"code\":1,\"message\":\"m\"}\n", "m\n"), said);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {"`{ \"a\" : 1.50 }`,`{\"a\":1.50}`", "`[]`,`[]`", "null,null", "`\"t\"`,`\"t\"`"})
  void success_wraps_a_value_for_programs_and_for_people(String json, String compact) {
    String envelope = "{\"success\":true,\"result\":" + compact + "}";
    String text = envelope.replace("\"", "\\\"");

    assertEquals(
        "{\"content\":[{\"type\":\"text\",\"text\":\""
            + text
            + "\"}],\"structuredContent\":"
            + envelope
            + ",\"isError\":false}",
        tool().run("mcp_result_success \"$1\"", json).value());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`[1,[2,3],{}]`,Success: array with 3 items",
        "`{\"a\":1,\"b\":{\"c\":2}}`,Success: object with 2 keys",
        "`1234567890`,Success: 1234567890"
      })
  void a_long_value_is_summed_up_in_the_text(String json, String summary) {
    // {"success":true,"result":…} has 26 bytes besides the value.
    int length = 26 + json.length();

    assertTrue(success(json, length).contains("success\\\":true"));
    assertTrue(success(json, length - 1).contains("\"text\":\"" + summary + "\""));
    assertTrue(success(json, length + 1).contains("success\\\":true"));
  }

  @ParameterizedTest
  @CsvSource({
    "100KB,'',whole",
    "x,'',whole",
    "'','',whole",
    "030,'',whole",
    " 29 ,'',summary",
    "0,'',summary",
    "99999999999999999999,'',whole",
    "10,99999999999999999999,whole",
    "10,much,summary",
    "100KB,029,summary"
  })
  void what_the_operator_or_the_tool_allows_holds_if_it_is_a_number(
      String operator, String tool, String text) {
    Ran said =
        tool().with("MCPBASH_MAX_TEXT_BYTES", operator).run("mcp_result_success 1234 \"$1\"", tool);

    assertEquals(0, said.exitCode());
    assertEquals("", said.err());
    assertEquals(text.equals("summary"), said.out().contains("\"Success: 1234\""), said::out);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "` `,Empty data passed to mcp_result_success",
        "`{`,Invalid JSON passed to mcp_result_success",
        "`1 2`,Input contained multiple JSON values"
      })
  void what_is_not_one_value_is_an_internal_error(String json, String message) {
    for (String text : new String[] {json, json + " ".repeat(3_000)}) {
      Ran said = tool().run("mcp_result_success \"$1\"", text);

      assertEquals(0, said.exitCode());
      assertEquals(
          "{\"content\":[{\"type\":\"text\",\"text\":\""
              + message
              + "\"}],\"structuredContent\":{\"success\":false,\"error\":{\"type\":\"internal_error\",\"message\":\""
              + message
              + "\"}},\"isError\":true}",
          said.value());
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{'type':'t','message':'m','k':1} | {'type':'t','message':'m','k':1}",
        "{'k':1} | {'type':'internal_error','message':'Unknown error','k':1}",
        "{} | {'type':'internal_error','message':'Unknown error'}",
        "{'type':'x','message':null} | {'type':'x','message':'Unknown error'}",
        "{'type':false,'mess\\u0061ge':null,'k':1} |"
            + " {'k':1,'message':'Unknown error','type':'internal_error'}"
      })
  void errors_keep_their_members_and_get_the_missing_ones(String given, String reported) {
    assertEquals(reported.replace('\'', '"'), error(given.replace('\'', '"')));
  }

  @ParameterizedTest
  @ValueSource(strings = {"oops", "", "[]", "\"disk full\"", "7", "{} {}"})
  void what_is_no_object_is_kept_and_reported(String json) {
    assertEquals(
        "{\"type\":\"internal_error\",\"message\":\"mcp_result_error was not given a JSON"
            + " object\",\"raw\":\""
            + json.replace("\"", "\\\"")
            + "\"}",
        error(json));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mcp_error t ''", "mcp_error t", "mcp_error t '' --more"})
  void an_error_without_a_message_is_unknown(String call) {
    assertEquals(
        "{\"content\":[{\"type\":\"text\",\"text\":\"Unknown error\"}],\"structuredContent\":{\"success\":false,\"error\":{\"type\":\"t\",\"message\":\"Unknown error\"}},\"isError\":true}",
        tool().run(call).value());
  }

  @Test
  void an_error_is_logged_and_a_hint_as_a_warning() throws IOException {
    Path log = folder.resolve("log");
    tool()
        .with("MCP_LOG_STREAM", log.toString())
        .with("MCP_TOOL_NAME", "n")
        .run("mcp_error t m; mcp_error t m --hint h");

    assertEquals(
        List.of("debug n t: m", "debug n t: m", "warning n m (h)"),
        Files.readAllLines(log).stream()
            .map(
                line ->
                    line.replaceFirst(
                        ".*\"level\":\"(.*)\",\"logger\":\"(.*)\",\"data\":\"(.*)\"}}$",
                        "$1 $2 $3"))
            .toList());
  }

  @Test
  void an_error_may_have_a_hint_and_data() {
    String printed =
        tool().run("mcp_error not_found 'No \"x\"' --hint 'try y' --data '{\"a\": 1}'").value();

    assertTrue(
        printed.contains(
            "\"error\":{\"type\":\"not_found\",\"message\":\"No \\\"x\\\"\",\"hint\":\"try"
                + " y\",\"data\":{\"a\":1}}"),
        printed);
    assertTrue(
        tool()
            .run("mcp_error t m --data '{'")
            .value()
            .contains("\"data\":{\"_invalid_json\":\"{\"}"));
  }

  @Test
  void an_error_that_cannot_be_parsed_is_passed_on_as_it_is() {
    String longData = "[\"" + "x".repeat(20_000) + "\"]";
    ToolScript tool = tool().withoutJq();

    assertEquals(
        new Ran(
            0,
            "{\"content\":[{\"type\":\"text\",\"text\":\"m\"}],\"structuredContent\":"
                + "{\"success\":false,\"error\":{\"type\":\"t\",\"message\":\"m\",\"data\":"
                + longData
                + "}},\"isError\":true}\n",
            ""),
        tool.run("mcp_error t m --data \"$1\"", longData));
    String own = "{\"message\":\"m\",\"data\":" + longData + "}";
    assertTrue(tool.run("mcp_result_error \"$1\"", own).out().contains("\"error\":" + own + "}"));
  }

  @Test
  void what_is_not_known_of_an_error_is_passed_over() {
    assertTrue(
        tool()
            .run("mcp_error t m --new --hint h --newer 1 --data 2 --newest")
            .value()
            .contains("\"message\":\"m\",\"hint\":\"h\",\"data\":2}"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`{\"error\":{\"message\":\"m\"}}`,m",
        "`{\"error\":\"s\"}`,s",
        "`{\"success\":false,\"message\":\"m\"}`,m",
        "`{\"ok\":false,\"message\":\"m\"}`,m",
        "`{\"status\":\"error\",\"message\":\"m\"}`,m",
        "`{\"errors\":[{\"message\":\"first\"},{\"message\":\"second\"}]}`,first",
        "`{\"success\":true,\"message\":\"m\"}`,on stderr",
        "`{\"error\":true,\"message\":\"m\"}`,on stderr",
        "`{\"error\":7}`,on stderr",
        "`{\"error\":true,\"ok\":false,\"message\":\"m\"}`,m",
        "`{\"error\":\"\",\"ok\":false,\"message\":\"m\"}`,m",
        "`{\"error\":\"[E100] disk full\"}`,[E100] disk full",
        "`{\"error\":\"{x} \\u0062ad\"}`,{x} bad",
        "`{\"status\":\"no_error\",\"message\":\"m\"}`,on stderr",
        "`{\"success\":\"nofalse\",\"message\":\"m\"}`,on stderr",
        "plain,on stderr",
        "``,on stderr"
      })
  void a_programs_error_is_found_where_programs_put_it(String out, String message) {
    String call = "mcp_extract_cli_error \"$1\" 'on stderr' 3";
    assertEquals(message, tool().run(call, out).value());
    // Too long for bash.
    String more = ",\"more\":\"" + "x".repeat(2_000) + "\"}";
    assertEquals(message, tool().run(call, out.replaceFirst("}$", more)).value());
  }

  @Test
  void a_program_that_printed_nothing_has_at_least_an_exit_code() {
    assertEquals("CLI exited with code 3", tool().run("mcp_extract_cli_error '' '' 3").value());
  }

  @ParameterizedTest
  @ValueSource(strings = {"mcp_ui_form", "mcp_ui_table"})
  void pages_are_not_made_from_templates(String function) {
    Ran said = tool().run(function + " --title T");

    assertEquals(1, said.exitCode());
    assertEquals(
        function
            + ": there are no templates; write the page yourself, as ui/index.html beside the tool\n",
        said.err());
  }

  @Test
  void a_result_for_a_user_interface_is_plain_text_to_clients_without_one() {
    assertEquals(
        "{\"content\":[{\"type\":\"text\",\"text\":\"plain\"}],\"isError\":false}",
        tool().run("mcp_result_with_ui ui://a plain '{\"a\": 1}'").value());
    assertEquals(
        "{\"content\":[{\"type\":\"text\",\"text\":\"plain\"}],\"structuredContent\":{\"a\":1},\"isError\":false}",
        tool()
            .with("MCPBASH_CLIENT_SUPPORTS_UI", "1")
            .run("mcp_result_with_ui ui://a plain '{\"a\": 1}'")
            .value());
    assertEquals(
        "{\"ui\":{\"resourceUri\":\"ui://a/b\",\"visibility\":[\"app\"]}}",
        tool().run("mcp_tool_meta_with_ui ui://a/b app").value());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "`model,app` | `[\"model\",\"app\"]`",
        "`model, app` | `[\"model\",\"app\"]`",
        "`model app` | `[\"model\",\"app\"]`",
        "`*` | `[\"*\"]`",
        "` ` | `[]`",
        "`` | `[\"model\",\"app\"]`"
      })
  void who_sees_an_interface_is_read_the_same_whatever_divides_words(String who, String read) {
    for (String separators : List.of("$' \\t\\n'", "$'\\n'", "ode", "''")) {
      assertEquals(
          "{\"ui\":{\"resourceUri\":\"ui://a\",\"visibility\":" + read + "}}",
          tool().run("IFS=" + separators + "; mcp_tool_meta_with_ui ui://a \"$1\"", who).value(),
          separators);
    }
  }

  private String success(String json, int limit) {
    return tool().run("mcp_result_success \"$1\" \"$2\"", json, String.valueOf(limit)).value();
  }

  /** The error inside the result. */
  private String error(String json) {
    String result = tool().run("mcp_result_error \"$1\"", json).value();
    return result.replaceFirst(".*\"error\":", "").replaceFirst("},\"isError\":true}$", "");
  }

  private ToolScript tool() {
    return new ToolScript(folder).with("MCP_TOOL_ERROR_FILE", errorFile.toString());
  }
}
