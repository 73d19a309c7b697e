package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

/**
 * Arguments and request metadata read by a tool: the same as jq -rc would print, with jq and
 * without.
 */
@Tag("slow")
class ArgumentTests {
  private static final String ARGUMENTS =
      "{\"name\":\"A \\\"b\\\"\\n"
          + "&\\\\\",\"empty\":\"\",\"count\":3,\"yes\":true,\"no\":false,\"none\":null,"
          + "\"says\":\"false\",\"nil\":\"null\",\"dash\":\"-n\",\"uni\":\"\\u00e9\\ud834\\udd1e€\",\"list\":[1,\"a\"],"
          + "\"deep\":{\"name\":\"inner\",\"more\":{\"b\":2}},\"\\u0061lias\":\"escaped\",\"twice\":1,\"twice\":2}";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        ".missing,World",
        ".none,World",
        ".empty,World",
        ".deep.missing,World",
        ".count,3",
        ".no,false",
        ".nil,null",
        ".deep.name,inner",
        "`.list[5]`,World",
        "`.list[0]`,1",
        ".missing // \"x\",x",
      })
  void a_default_stands_for_what_is_missing_null_or_empty(String filter, String printed) {
    String call = "mcp_args_get '" + filter + "' --default World";
    assertEquals(printed, tool().run(call).value());
    assertEquals(printed, withVariables().run(call).value());
    if (!filter.contains("[")) {
      assertEquals(printed, withVariables().withoutJq().run(call).value());
    }
  }

  @Test
  void a_default_without_a_value_is_a_mistake() {
    Ran said = tool().run("mcp_args_get .name --default");
    assertEquals(1, said.exitCode());
    assertTrue(said.err().contains("--default is without its value"), said.err());
  }

  private static final List<String> SIMPLE =
      List.of(
          ".name",
          ".empty",
          ".count",
          ".yes",
          ".no",
          ".none",
          ".says",
          ".nil",
          ".dash",
          ".uni",
          ".list",
          ".deep",
          ".missing",
          ".alias",
          ".twice",
          ".deep.name",
          ".deep.more",
          ".deep.more.b",
          ".deep.missing",
          ".missing.b",
          ".none.b",
          ".name // \"other\"",
          ".missing // \"other\"",
          ".missing//3",
          ".none // empty",
          ".missing // empty",
          ".no // true",
          ".no // \"off\"",
          ".says // \"off\"",
          ".nil // \"x\"",
          ".empty // \"x\"",
          ".count // 7",
          ".missing // null",
          " .count ",
          ".yes // false");

  /** All in one shell each: the filter, and what it printed. */
  @Test
  void a_simple_filter_gives_what_jq_gives() {
    String[] filters = SIMPLE.toArray(String[]::new);
    String each = "for one; do printf '<%%s>' \"$one\"; %s \"$one\"; done";
    String jq = each.formatted("printf '%s' \"$json\" | jq -rc");
    Ran expected = new ToolScript(folder).with("json", ARGUMENTS).runAs(jq, filters);
    String own = each.formatted("mcp_args_get");

    assertEquals(0, tool().run(own, filters).exitCode());
    assertEquals(expected.out(), tool().run(own, filters).out());
    assertEquals(expected.out(), withVariables().run(own, filters).out());
    assertEquals(expected.out(), withVariables().withoutJq().run(own, filters).out());
  }

  @Test
  void any_other_filter_is_jqs() {
    assertEquals("[1,\"a\"]\n2\n", get(tool(), ".list, (.list | length)").out());
  }

  @Test
  void a_filter_that_fails_prints_nothing_and_has_jqs_exit_code() {
    Ran said = tool().run("mcp_args_get '.name.inner' || echo \"status $?\"");

    assertEquals("status 5", said.value());
    assertTrue(
        said.err()
            .contains(
                "mcp_args_get: jq error (rc=5) filter=.name.inner payload_len="
                    + ARGUMENTS.length()),
        said::err);
  }

  @Test
  void without_jq_a_difficult_filter_is_refused_with_the_reason() {
    Ran said = tool().withoutJq().run("mcp_args_get '.list | length' || echo \"status $?\"");

    assertEquals("status 1", said.value());
    assertTrue(said.err().startsWith("mcp_args_get: this needs jq, and there is none"), said::err);
  }

  @Test
  void numbers_are_as_they_were_written() {
    ToolScript tool = new ToolScript(folder).called("{\"n\":1.50,\"big\":12345678901234567890}");

    assertEquals("1.50", tool.run("mcp_args_get .n").value());
    assertEquals("12345678901234567890", tool.run("mcp_args_get .big").value());
  }

  @ParameterizedTest
  @CsvSource({
    "1E+3, 1000",
    "1e3, 1000",
    "0.1e1, 1",
    "1e+05, 100000",
    "-1.50E+2, -150",
    "2.50E+1, 25",
    "0E+5, 0",
    "1E+15, 1000000000000000",
    "1234567890123456E+0, 1234567890123456",
  })
  void a_whole_number_is_written_without_its_exponent_as_jq_does(String number, String printed) {
    ToolScript tool =
        new ToolScript(folder).called("{\"n\":" + number + "}").with("MCP_ARG_N", number);

    assertEquals(printed, tool.run("printf '%s' \"$MCP_TOOL_ARGS_JSON\" | jq .n").value());
    assertEquals(printed, tool.run("mcp_args_get .n").value());
    assertEquals(printed, tool.run("mcp_args_get '.n // 7'").value());
    assertEquals(printed, tool.withoutJq().run("mcp_args_get .n").value());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1E+16", "12345678901234567E+1", "1E+400", "1.25E+1", "1E-7", "1E+99999"})
  void any_other_keeps_it_so_that_nothing_of_it_is_lost(String number) {
    ToolScript tool = new ToolScript(folder).called("{\"n\":" + number + "}");

    assertEquals(number, tool.run("mcp_args_get .n").value());
  }

  @Test
  void a_variable_of_another_argument_or_another_call_is_ignored() {
    ToolScript tool = new ToolScript(folder).with("MCP_ARG_NAME", "stale");

    assertEquals("null", tool.called("{\"NAME\":\"stale\"}").run("mcp_args_get .name").value());
    assertEquals("now", tool.called("{\"name\":\"now\"}").run("mcp_args_get .name").value());
    assertEquals(
        "null",
        tool.called("{\"x\":\"\\\"name\\\":\\\"stale\\\"}\"}").run("mcp_args_get .name").value());
    assertEquals(
        "true",
        tool.called("{\"name\":true}").with("MCP_ARG_NAME", "").run("mcp_args_get .name").value());
  }

  @Test
  void arguments_too_long_for_a_variable_come_from_the_file() throws IOException {
    String text = "é\"\n".repeat(30_000);
    Path file = folder.resolve("args.json");
    Files.writeString(
        file, "{\"text\":\"" + text.replace("\"", "\\\"").replace("\n", "\\n") + "\",\"n\":1}");
    ToolScript tool =
        new ToolScript(folder)
            .with("MCP_TOOL_ARGS_JSON", "")
            .with("MCP_TOOL_ARGS_FILE", file.toString());

    assertEquals("1", tool.run("mcp_args_get .n").value());
    assertEquals(text + "\n", tool.run("mcp_args_get .text").out());
    assertEquals(Files.readString(file) + "\n", tool.run("mcp_args_raw").out());
  }

  @Test
  void without_arguments_there_is_an_empty_object() {
    assertEquals(
        List.of("{}", "null"), new ToolScript(folder).run("mcp_args_raw; mcp_args_get .x").lines());
  }

  @Test
  void metadata_of_the_request_is_read_the_same_way() {
    ToolScript tool =
        new ToolScript(folder)
            .with("MCP_TOOL_META_JSON", "{\"progressToken\":7}")
            .called("{\"x\":1}");

    assertEquals(
        List.of("{\"progressToken\":7}", "7", "null"),
        tool.run("mcp_meta_raw; mcp_meta_get .progressToken; mcp_meta_get .x").lines());
  }

  @Test
  void any_json_can_be_read_with_the_same_filters() {
    assertEquals("b", tool().run("mcp_json_get \"$1\" .a.c", "{\"a\": {\"c\": \"b\"}}").value());
    assertEquals(5, tool().run("mcp_json_get '[1]' .a").exitCode());
  }

  private static Ran get(ToolScript tool, String filter) {
    Ran said = tool.run("mcp_args_get \"$1\"", filter);
    assertEquals(0, said.exitCode(), said::err);
    return said;
  }

  private ToolScript tool() {
    return new ToolScript(folder).called(ARGUMENTS);
  }

  /** With the variables that the server sets besides. */
  private ToolScript withVariables() {
    return tool()
        .with("MCP_ARG_NAME", "A \"b\"\n&\\")
        .with("MCP_ARG_EMPTY", "")
        .with("MCP_ARG_COUNT", "3")
        .with("MCP_ARG_YES", "true")
        .with("MCP_ARG_NO", "false")
        .with("MCP_ARG_SAYS", "false")
        .with("MCP_ARG_NIL", "null")
        .with("MCP_ARG_DASH", "-n")
        .with("MCP_ARG_UNI", "é𝄞€");
  }
}
