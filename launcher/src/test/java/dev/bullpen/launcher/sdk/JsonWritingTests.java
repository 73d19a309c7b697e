package dev.bullpen.launcher.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.Ran;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** JSON written and judged by the SDK. */
@Tag("slow")
class JsonWritingTests {
  @TempDir Path folder;

  static Stream<String> texts() {
    StringBuilder controls = new StringBuilder();
    for (char c = 1; c <= 0x20; c++) {
      controls.append(c);
    }
    return Stream.of(
        "",
        "plain",
        "-n",
        "--",
        "a \"quoted\" word",
        "back\\slash \\\" \\n",
        "& and \\& stay",
        "$HOME `id` $(id) * ? [a] 'x'",
        "two\nlines\n",
        "tab\tand\rreturn",
        controls.toString(),
        "\u007f",
        "é € 𝄞 日本",
        "é\"\n".repeat(700),
        "\"".repeat(1023) + "é",
        "\"".repeat(1024) + "é",
        "\"".repeat(1025) + "é");
  }

  @ParameterizedTest
  @MethodSource("texts")
  void a_text_comes_back_as_it_went_in(String text) throws JsonException {
    for (ToolScript tool :
        List.of(tool().with("LANG", "C"), tool().with("LANG", "C.UTF-8"), tool().withoutJq())) {
      assertEquals(text, parsed(tool.run("mcp_json_escape \"$1\"", text)).stringValue());
    }
  }

  @Test
  void and_with_the_ways_of_an_older_bash() throws JsonException {
    String text = "a \"quote\" and a \\\\ and\n";
    for (String compatible : List.of("3.2", "4.2", "5.0")) {
      Ran said = tool().with("BASH_COMPAT", compatible).run("mcp_json_escape \"$1\"", text);
      assertEquals(text, parsed(said).stringValue(), compatible);
    }
  }

  @Test
  void a_text_too_long_for_bash_comes_back_too() throws JsonException {
    String text = "line \"one\"\\\n€".repeat(8_000);

    Ran said = tool().run("mcp_json_escape \"$1\"", text);

    assertEquals(text, parsed(said).stringValue());
  }

  @Test
  void objects_have_strings_for_values_in_the_order_given() {
    assertEquals(
        "{\"b\":\"1\",\"a\":\"x\\ny\",\"\":\"\"}",
        tool().run("mcp_json_obj \"$@\"", "b", "1", "a", "x\ny", "", "").value());
    assertEquals("{}", tool().run("mcp_json_obj").value());
  }

  @Test
  void an_object_with_a_key_but_no_value_ends_the_tool() {
    Ran said = tool().run("mcp_json_obj a 1 b; echo not reached");

    assertEquals(1, said.exitCode());
    assertEquals("", said.out());
    assertEquals(
        "mcp_json_obj: expected even number of arguments (key value ...), got 3\n", said.err());
  }

  @Test
  void arrays_are_of_strings() {
    assertEquals("[\"-n\",\"\",\"1\"]", tool().run("mcp_json_arr \"$@\"", "-n", "", "1").value());
    assertEquals("[]", tool().run("mcp_json_arr").value());
  }

  @Test
  void nothing_follows_what_is_written() {
    assertEquals(
        new Ran(0, "{\"a\":\"1\"}[\"1\"]{}[][1]", ""),
        tool()
            .run(
                "mcp_json_obj a 1; mcp_json_arr 1; mcp_json_obj; mcp_json_arr;"
                    + " mcp_emit_json ' [ 1 ] '"));
  }

  @Test
  void bytes_are_counted_in_any_locale() {
    for (String locale : List.of("C", "C.UTF-8")) {
      Ran said =
          tool().with("LANG", locale).run("mcp_byte_length \"$1\"; mcp_byte_length ''", "aé€𝄞");

      assertEquals(List.of("10", "0"), said.lines(), locale);
    }
  }

  private static final List<String> VALID =
      List.of(
          "{}",
          "[]",
          " null ",
          "false",
          "0",
          "-0",
          "-12.50e+3",
          "\"\"",
          "\"\\u00e9\\\"\\\\\"",
          "[[],{},\"\",[1,[2]],{\"a\":{\"b\":[]}}]",
          "\n{\t\"a\" :\r1 , \"b\":[ true ,null]}\n");

  @Test
  void one_value_is_valid() {
    List<String> all = Collections.nCopies(VALID.size(), "yes");
    assertEquals(all, valid(tool(), VALID));
    assertEquals(all, valid(tool().withoutJq(), VALID));
    // After more white space than bash would go through.
    List<String> late = VALID.stream().map(json -> " ".repeat(5_000) + json).toList();
    assertEquals(all, valid(tool(), late));
  }

  @Test
  void anything_else_is_not() {
    List<String> wrong =
        List.of(
            "",
            " ",
            "{",
            "}",
            "[}",
            "{]",
            "[1,]",
            "[,1]",
            "[1 2]",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "{a:1}",
            "{1:1}",
            "{\"a\" 1}",
            "nul",
            "nulls",
            "True",
            "01",
            "1.",
            ".5",
            "+1",
            "-",
            "1e",
            "\"a",
            "a\"",
            "\"\\x\"",
            "\"\\u12g4\"",
            "\"a\nb\"",
            "\"a\\\"",
            "'a'",
            "1 2",
            "{}{}",
            "\"a\"\"b\"",
            "[1]]",
            "{}x");
    List<String> none = Collections.nCopies(wrong.size(), "no");
    assertEquals(none, valid(tool(), wrong));
    assertEquals(none, valid(tool().withoutJq(), wrong));
  }

  @Test
  void compacting_keeps_numbers_order_and_strings() {
    assertEquals(
        "{\"b\":1.50,\"a\":[12345678901234567890,\"x  \\u00e9\"]}",
        tool()
            .run(
                "mcp_emit_json \"$1\"",
                "{ \"b\" : 1.50,\n \"a\": [ 12345678901234567890, \"x  \\u00e9\" ] }")
            .value());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\"", "plain text", "{\"a\": 1}\n{\"b\": 2}\n", "", " \n"})
  void what_is_not_one_json_value_is_emitted_as_it_is(String text) {
    assertEquals(new Ran(0, text, ""), tool().run("mcp_emit_json \"$1\"", text));
    assertEquals(new Ran(0, text, ""), tool().withoutJq().run("mcp_emit_json \"$1\"", text));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{\"a\":1,\"a\":2} | {\"a\":2}",
        "{\"\":1,\"\":2} | {\"\":2}",
        "{\"a\":1,\"b\":{\"a\":2},\"c\":[{\"a\":3}]} | {\"a\":1,\"b\":{\"a\":2},\"c\":[{\"a\":3}]}",
        "[{\"a\":1},{\"a\":{\"b\":1,\"b\":[2]}}] | [{\"a\":1},{\"a\":{\"b\":[2]}}]",
        "{\"a\":1,\"b\":[0],\"c\":4,\"b\":\"q\",\"\\u0061\":9,\"c\":5} | {\"b\":\"q\",\"\\u0061\":9,\"c\":5}"
      })
  void of_members_with_the_same_name_the_last_one_counts(String json, String compact) {
    assertEquals(compact, tool().run("mcp_emit_json \"$1\"", json).value());
    assertEquals(compact, tool().withoutJq().run("mcp_emit_json \"$1\"", json).value());
  }

  /** Yes or no for each. */
  private static List<String> valid(ToolScript tool, List<String> texts) {
    String script =
        "for one; do if mcp_is_valid_json \"$one\"; then echo yes; else echo no; fi; done";
    return tool.run(script, texts.toArray(String[]::new)).lines();
  }

  private static JsonNode parsed(Ran said) throws JsonException {
    assertEquals(0, said.exitCode(), said::err);
    return Json.parse(said.value().getBytes(UTF_8));
  }

  private ToolScript tool() {
    return new ToolScript(folder);
  }
}
