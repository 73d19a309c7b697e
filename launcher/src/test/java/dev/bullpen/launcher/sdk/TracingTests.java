package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A tool that has said {@code set -x}: its own lines are traced, what it did not ask for is not.
 */
class TracingTests {
  private static final String SECRET = "hunter2";

  private static final String JSON =
      "{\"asked\":\"a\",\"n\":3,\"yes\":true,\"path\":\"/usr\",\"password\":\"" + SECRET + "\"}";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcp_args_raw",
        "mcp_args_get .asked",
        "mcp_args_get .missing",
        "mcp_args_get '.asked | length'",
        "mcp_args_get .asked.x",
        "mcp_args_require .asked",
        "mcp_args_require .missing",
        "mcp_args_bool .yes",
        "mcp_args_int .n --min 1",
        "mcp_args_int .asked",
        "mcp_require_path .path",
        "mcp_require_path .path --default-to-single-root",
        "mcp_meta_raw",
        "mcp_meta_get .asked",
        "mcp_meta_get '.asked | length'",
        "mcp_prompt_arg asked",
        "mcp_prompt_arg missing",
        "mcp_prompt_arg odd-one",
        "mcp_input_response asked",
        "mcp_input_response k",
        "mcp_input_response k .asked",
        "mcp_request_state .asked",
        "mcp_request_state",
        "mcp_client_can sampling",
        "mcp_config_load --file settings.json --defaults '{\"a\":1}'",
        "mcp_config_get .asked"
      })
  void what_was_not_asked_for_is_not_shown(String call) throws IOException {
    Files.writeString(folder.resolve("settings.json"), JSON);
    Ran usual = tool().run("set +e; (" + call + "); echo \"status $?\"");
    Ran traced = tool().run("set +e; set -x; (" + call + "); echo \"status $?\"");
    Ran inPlace =
        tool()
            .run("set -x; case x in x) if (" + call + ") >/dev/null; then :; fi ;; esac; : traced");
    Ran asCondition =
        tool().run("mcp_fail() { return 7; }; set -x; " + call + " >/dev/null || :; : traced");

    assertEquals(usual.out(), traced.out());
    for (Ran said : new Ran[] {traced, inPlace, asCondition}) {
      assertFalse(said.err().contains(SECRET), said::err);
    }
    assertTrue(traced.err().contains("\n+ echo 'status "), traced::err);
    assertTrue(inPlace.err().endsWith("\n+ : traced\n"), inPlace::err);
    assertTrue(asCondition.err().endsWith("\n+ : traced\n"), asCondition::err);
  }

  @Test
  void what_the_tool_itself_prints_is_shown() {
    Ran said = tool().run("set -x; all=$(mcp_args_raw)");

    assertTrue(said.err().contains("+ all=") && said.err().contains(SECRET), said::err);
  }

  @Test
  void arguments_from_a_file_are_not_shown_either() throws IOException {
    Path file = Files.writeString(folder.resolve("args.json"), JSON);
    Ran said =
        tool()
            .with("MCP_TOOL_ARGS_JSON", "")
            .with("MCP_TOOL_ARGS_FILE", file.toString())
            .run("set -x; mcp_args_get .asked; : traced");

    assertEquals("a\n", said.out());
    assertFalse(said.err().contains(SECRET), said::err);
    assertTrue(said.err().endsWith("\n+ : traced\n"), said::err);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      value = {
        "mcp_args_get .asked.x; echo no @ 5",
        "mcp_args_get .asked.x >/dev/null; echo no @ 5",
        "mcp_args_require .missing >/dev/null; echo no @ 1",
        "if mcp_args_get .asked.x; then exit 3; fi; exit 4 @ 4",
        "mcp_args_get .asked.x || exit $? @ 5",
        "set +e; mcp_args_get .asked.x; exit $? @ 5",
        "set +e; readonly status=9; mcp_client_can roots; exit $? @ 1",
      })
  void a_failure_is_what_it_is_without_tracing(String script, int status) {
    for (String tracing : new String[] {"", "set -x; "}) {
      Ran said = tool().run(tracing + script);

      assertEquals(status, said.exitCode(), said::err);
      assertEquals("", said.out().replaceFirst("\\{\"code\".*\n", ""));
    }
  }

  @Test
  void a_tool_that_does_not_trace_does_not_begin_to() {
    Ran said = tool().run("mcp_args_get .asked; case $- in *x*) echo traced ;; esac");

    assertEquals(new Ran(0, "a\n", ""), said);
  }

  private ToolScript tool() {
    return new ToolScript(folder)
        .called(JSON)
        .with("MCP_ARG_ASKED", "a")
        .with("MCP_ARG_N", "3")
        .with("MCP_TOOL_META_JSON", JSON)
        .with("MCP_PROMPT_ARGS_JSON", JSON.replace("\"n\"", "\"odd-one\""))
        .with(
            "MCP_INPUT_RESPONSES_JSON",
            "{\"asked\":{\"a\":1},\"k\":{\"asked\":2},\"other\":" + JSON + "}")
        .with("MCP_REQUEST_STATE_JSON", JSON)
        .with("MCP_CONFIG_JSON", JSON);
  }
}
