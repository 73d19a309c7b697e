package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.ToolScripts;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of what a tool prints and of how it ends: TL-18, TL-22, TL-24, TL-25. */
@Tag("promise")
class ToolCallTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(ToolCallTests::project, launcher -> launcher.workers(2, 2));

  private static void project(ProjectFixture project) {
    project
        .tool("hello", ToolScripts.HELLO)
        .tool("silent", "exit 0\n")
        .tool("object", "printf '{\"b\": 1.50, \"a\":[]}\\n'\n")
        .tool("failing", "echo partial; echo 'no such host' >&2; exit 7\n")
        .tool("failing-silently", "exit 3\n")
        .tool("killed", "kill -9 $$\n")
        .tool("reads", "cat; echo done\n")
        .tool("where", "pwd -P\n")
        .tool(
            "refuses",
            "printf '{\"code\":-32602,\"message\":\"no such"
                + " city\",\"data\":{\"city\":\"Atlantis\"}}' >\"$MCP_TOOL_ERROR_FILE\"\n"
                + "exit 1\n")
        .tool("refuses-in-prose", "echo 'not json' >\"$MCP_TOOL_ERROR_FILE\"\n")
        .tool("not-utf8", "printf 'a\\377b\\n'\n")
        .tool("lines", "printf 'one\\r\\ntwo\\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\\n'\n")
        .tool("plain", "")
        .file("tools/plain/tool.sh", "[[ $0 == */plain/tool.sh ]] && echo 'bash ran it'\n")
        .tool("noisy", "echo 'all is well' >&2; echo hello\n");
  }

  @ParameterizedTest
  @EnumSource
  void what_it_prints_is_one_text_to_the_byte(Revision revision) {
    Answer answer = call(revision, "hello");
    assertEquals("hello\n", answer.text(), answer.message().toString());
    assertFalse(answer.isError());
    assertFalse(answer.result().has("structuredContent"));
    assertEquals(0, answer.meta().path("exitCode").asInt(-1), answer.message().toString());
  }

  @ParameterizedTest
  @EnumSource
  void tl_18_content_is_there_even_if_it_prints_nothing(Revision revision) {
    Answer answer = call(revision, "silent");
    assertTrue(answer.result().path("content").isArray(), answer.message().toString());
    assertEquals("", answer.text());
  }

  @ParameterizedTest
  @EnumSource
  void an_object_is_structured_for_who_knows_that_and_text_for_everybody(Revision revision) {
    Answer answer = call(revision, "object");
    assertEquals("{\"b\": 1.50, \"a\":[]}\n", answer.text());
    boolean known = revision.compareTo(Revision.V2025_06_18) >= 0;
    assertEquals(known ? "{\"b\":1.50,\"a\":[]}" : "", answer.structured().toString());
  }

  @ParameterizedTest
  @EnumSource
  void tl_25_a_failure_is_a_result_with_its_exit_code_and_what_it_complained(Revision revision) {
    Answer answer = call(revision, "failing");
    assertTrue(answer.isError(), answer.message().toString());
    assertEquals(7, answer.meta().path("exitCode").asInt(-1), answer.message().toString());
    assertEquals("no such host", answer.meta().path("stderr").asString("").trim());
    assertFalse(answer.text().isBlank(), "nothing readable: " + answer.message());
  }

  @Test
  void tl_25_a_failure_without_a_word_still_says_something() {
    Answer answer = call(Revision.V2025_11_25, "failing-silently");
    assertTrue(answer.isError(), answer.message().toString());
    assertEquals(3, answer.meta().path("exitCode").asInt(-1));
    assertFalse(answer.text().isBlank(), answer.message().toString());
    assertFalse(answer.text().contains("/"), "a path: " + answer.text());
  }

  @Test
  void a_signal_is_a_failure_with_the_code_a_shell_would_give_it() {
    Answer answer = call(Revision.V2025_11_25, "killed");
    assertTrue(answer.isError(), answer.message().toString());
    assertEquals(137, answer.meta().path("exitCode").asInt(-1), answer.message().toString());
  }

  @Test
  void what_it_says_on_standard_error_is_told_beside_the_result() {
    Answer answer = call(Revision.V2025_11_25, "noisy");
    assertEquals("hello\n", answer.text());
    assertEquals("all is well", answer.meta().path("stderr").asString("").trim());
  }

  @Test
  void its_standard_input_is_empty_and_its_folder_is_the_project() {
    assertEquals("done\n", call(Revision.V2025_11_25, "reads").text());
    assertTrue(call(Revision.V2025_11_25, "where").text().endsWith("/project\n"));
  }

  @Test
  void a_text_that_does_not_say_what_runs_it_is_run_by_bash_as_it_always_was() {
    assertEquals("bash ran it\n", call(Revision.V2025_11_25, "plain").text());
  }

  @ParameterizedTest
  @EnumSource
  void a_script_may_ask_for_an_error_of_its_own(Revision revision) {
    Answer answer = call(revision, "refuses");
    assertEquals(-32602, answer.code().orElse(0), answer.message().toString());
    assertEquals("no such city", answer.errorText());
    assertEquals("Atlantis", answer.data().path("city").asString(""));
    assertEquals(-32603, call(revision, "refuses-in-prose").code().orElse(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"not-utf8", "lines"})
  void se_03_whatever_it_prints_stays_within_its_line(String tool) {
    Answer answer = call(Revision.V2025_11_25, tool);
    assertFalse(answer.failed(), answer.message().toString());
    assertFalse(answer.text().isBlank());
    assertEquals("hello\n", call(Revision.V2025_11_25, "hello").text());
  }

  @ParameterizedTest
  @EnumSource
  void tl_22_an_unknown_tool_is_an_error(Revision revision) {
    for (String name : List.of("no-such", "", "../hello", "hello ", "HELLO", "tools/hello")) {
      Answer answer = call(revision, name);
      assertEquals(-32602, answer.code().orElse(0), name + ": " + answer.message());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}",
        "{'arguments':{}}",
        "{'name':7}",
        "{'name':null}",
        "{'name':['hello']}",
        "{'name':'hello','arguments':[]}",
        "{'name':'hello','arguments':'x'}",
        "{'name':'hello','arguments':7}",
        "{'name':'hello','arguments':false}"
      })
  void tl_24_params_that_are_no_call_are_refused(String params) {
    for (Revision revision : Revision.values()) {
      Answer answer = RIGS.of(revision).client().call("tools/call", Messages.json(params));
      assertEquals(-32602, answer.code().orElse(0), revision + ": " + answer.message());
    }
  }

  @ParameterizedTest
  @EnumSource
  void mt_05_a_meta_that_is_no_object_is_refused(Revision revision) {
    for (String meta : List.of("7", "'x'", "[]")) {
      Answer answer =
          RIGS.of(revision)
              .client()
              .call("tools/call", Messages.json("{'name':'hello','_meta':%s}", meta));
      // Without its envelope a stateless request is none of a session's either.
      assertEquals(-32602, answer.code().orElse(0), revision + ": " + answer.message());
    }
  }

  @ParameterizedTest
  @EnumSource
  void tl_24_absent_arguments_are_empty_ones(Revision revision) {
    Answer answer =
        RIGS.of(revision).client().call("tools/call", Messages.json("{'name':'hello'}"));
    assertEquals("hello\n", answer.text(), answer.message().toString());
  }

  private static Answer call(Revision revision, String tool) {
    return RIGS.of(revision).client().callTool(tool, "{}");
  }
}
