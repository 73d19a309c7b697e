package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON cut to a size by leaving out items. */
class TruncationTests {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "6 | `{\"result\":[1,2],\"truncated\":true,\"kept\":2,\"total\":3}`",
        "7 | `{\"result\":[1,2,3],\"truncated\":false}`",
        "8 | `{\"result\":[1,2,3],\"truncated\":false}`",
        "2 | `{\"result\":[],\"truncated\":true,\"kept\":0,\"total\":3,\"_warning\":\"individual"
            + " items exceed max_bytes\"}`"
      })
  void an_array_keeps_as_many_items_as_fit(int most, String printed) {
    assertEquals(printed, truncate("[1, 2, 3]", most + ""));
  }

  @Test
  void bytes_count_and_not_characters() {
    assertEquals("{\"result\":[\"é\"],\"truncated\":false}", truncate("[\"é\"]", "6"));
    assertTrue(truncate("[\"é\"]", "5").startsWith("{\"result\":[],\"truncated\":true,\"kept\":0"));
  }

  @Test
  void results_of_an_object_are_cut_and_the_rest_is_kept() {
    assertEquals(
        "{\"result\":{\"results\":[\"aaaa\"],\"n\":1},\"truncated\":true,\"kept\":1,\"total\":2}",
        truncate("{\"results\":[\"aaaa\",\"bbbb\"],\"n\":1}", "30"));
  }

  @Test
  void an_array_may_be_named_by_its_path() {
    assertEquals(
        "{\"result\":{\"a\":{\"b\":[1]}},\"truncated\":true,\"kept\":1,\"total\":2}",
        truncate("{\"a\":{\"b\":[1,2]}}", "16 --array-path .a.b"));
    assertEquals(
        "{\"result\":{\"a\":{\"b\":[1,2]}},\"truncated\":false,\"kept\":2,\"total\":2}",
        truncate("{\"a\":{\"b\":[1,2]}}", "--array-path .a.b"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "` ` | 9 | invalid_json",
        "1 2 | 9 | invalid_json",
        "{ | 9 | invalid_json",
        "[1] | 9 --array-path a | invalid_path_syntax",
        "[1] | 9 --array-path .a..b | invalid_path_syntax",
        "`{\"a\":1}` | 9 --array-path .b | path_not_found",
        "`{\"a\":1}` | 9 --array-path .a | invalid_array_path",
        "`{\"a\":1}` | 9 --array-path .a.b | invalid_path",
        "`{\"a\":1}` | 6 | output_too_large",
        "`\"text\"` | 5 | output_too_large"
      })
  void what_cannot_be_cut_has_a_typed_error(String json, String options, String type) {
    Ran said = new ToolScript(folder).run("mcp_json_truncate \"$1\" " + options, json);

    assertEquals(0, said.exitCode());
    assertTrue(
        said.value()
            .startsWith(
                "{\"result\":null,\"truncated\":false,\"error\":{\"type\":\""
                    + type
                    + "\",\"message\":\""),
        said::out);
  }

  @ParameterizedTest
  @CsvSource({"10MB", "1e6", "-1", "0", "''", "08x", "99999999999999999999", "' 0016 '"})
  void what_the_operator_allows_holds_if_it_is_a_number(String allowed) {
    String json = "[\"" + "x".repeat(20) + "\"]";
    Ran said =
        new ToolScript(folder)
            .with("MCPBASH_MAX_TOOL_OUTPUT_SIZE", allowed)
            .run("mcp_json_truncate \"$1\" \"$2\"", json, "much");

    String printed =
        allowed.contains("16")
            ? "{\"result\":[],\"truncated\":true,\"kept\":0,\"total\":1,\"_warning\":\"individual"
                + " items exceed max_bytes\"}\n"
            : "{\"result\":" + json + ",\"truncated\":false}\n";
    assertEquals(new Ran(0, printed, ""), said);
  }

  @ParameterizedTest
  @CsvSource({"99999999999999999999,3", "0000000000007,3", "06,2"})
  void a_tool_may_write_its_number_with_many_digits(String most, int kept) {
    Ran said = new ToolScript(folder).run("mcp_json_truncate '[1,2,3]' " + most);

    assertEquals("", said.err());
    assertTrue(
        said.out().startsWith("{\"result\":" + "[1,2,3".substring(0, 2 * kept) + "]"), said::out);
  }

  @Test
  void without_jq_a_result_that_fits_is_marked_and_another_is_left_whole_with_a_warning() {
    ToolScript tool = new ToolScript(folder).withoutJq();

    assertEquals(
        "{\"result\":[1],\"truncated\":false}", tool.run("mcp_json_truncate '[ 1 ]' 3").value());
    assertEquals(
        "{\"result\":[1],\"truncated\":false,\"_warning\":\"truncation unavailable in minimal"
            + " mode\"}",
        tool.run("mcp_json_truncate '[ 1 ]' 2").value());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"$1\" 11 --array-path .a",
        "\"$1\" --array-path .a 11",
        "--array-path .a \"$1\" 11"
      })
  void the_options_may_stand_in_any_order(String arguments) {
    assertEquals(
        "{\"result\":{\"a\":[1,2]},\"truncated\":true,\"kept\":2,\"total\":3}",
        new ToolScript(folder).run("mcp_json_truncate " + arguments, "{\"a\":[1,2,3]}").value());
  }

  private String truncate(String json, String options) {
    return new ToolScript(folder).run("mcp_json_truncate \"$1\" " + options, json).value();
  }
}
