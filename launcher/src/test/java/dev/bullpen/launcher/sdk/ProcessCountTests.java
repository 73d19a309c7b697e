package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How many programs a tool starts besides itself: a folder of programs that count is all of PATH.
 */
class ProcessCountTests {
  private static final String ARGUMENTS = "{\"name\":\"A \\\"b\\\"\",\"count\":3,\"loud\":true}";

  @TempDir Path folder;
  private Path log;
  private ToolScript tool;

  @BeforeEach
  void count() throws IOException {
    log = Files.createFile(folder.resolve("started"));
    Path counted = Programs.counted(folder.resolve("counted"), log);
    tool =
        new ToolScript(folder)
            .with("PATH", counted.toString())
            .with("MCPBASH_JSON_TOOL_BIN", counted.resolve("jq").toString());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void arguments_and_a_text_start_no_program(boolean asVariables) throws IOException {
    Ran said =
        (asVariables ? withVariables() : tool.called(ARGUMENTS))
            .run(THREE_ARGUMENTS + "mcp_emit_text \"$name $count $loud $missing\"");

    assertEquals("A \"b\" 3 true none", said.out(), said::err);
    found(said);
    assertEquals(List.of(), started());
  }

  @Test
  void progress_logs_results_and_failures_start_no_program() throws IOException {
    Ran said =
        withVariables()
            .with("MCP_PROGRESS_STREAM", folder.resolve("events").toString())
            .with("MCP_LOG_STREAM", folder.resolve("events").toString())
            .with("MCP_PROGRESS_TOKEN", "t")
            .run(
                """
                mcp_progress 10 'a message'
                mcp_log_info mine 'a message'
                mcp_log info mine '{"a": [1, true]}'
                mcp_is_cancelled || mcp_emit_json '{ "a": 1 }'
                mcp_result_success '{"a": 1}'
                mcp_error not_found 'no such thing' --data '[1]'
                mcp_input_elicit 'What?' '{"type":"object","properties":{}}'
                mcp_fail_invalid_args 'no' '{"a": 1}'
                """);

    assertEquals(1, said.exitCode(), said::err);
    found(said);
    assertEquals(List.of(), started());
  }

  @Test
  void a_prompt_of_a_few_arguments_starts_no_program() throws IOException {
    Ran said =
        tool.with("MCP_PROMPT_ARGS_JSON", "{\"name\":\"A \\\"b\\\"\",\"odd-one\":\"o\"}")
            .with("MCP_ARG_NAME", "A \"b\"")
            .run(
                """
                text="$(mcp_prompt_arg name) $(mcp_prompt_arg odd-one) $(mcp_prompt_arg no none)"
                mcp_prompt_result --description D "$(mcp_prompt_text user "$text")" \
                  "$(mcp_prompt_image user iVBORw0KGgo= image/png)" \
                  "$(mcp_prompt_resource user x:y text/plain "$text")"
                mcp_list_changed prompts
                """);

    assertEquals(0, said.exitCode(), said::err);
    found(said);
    assertEquals(List.of(), started());
  }

  @Test
  void a_filter_that_only_jq_understands_starts_it_once_so_the_counting_works() throws IOException {
    Ran said = withVariables().run("mcp_args_get '.name | length'");

    assertEquals("5", said.value(), said::err);
    assertEquals(List.of("jq"), started());
  }

  private static final String THREE_ARGUMENTS =
      """
      name=$(mcp_args_require .name)
      count=$(mcp_args_int .count --min 1)
      loud=$(mcp_args_bool .loud)
      missing=$(mcp_args_get '.missing // "none"')
      """;

  private ToolScript withVariables() {
    return tool.called(ARGUMENTS)
        .with("MCP_ARG_NAME", "A \"b\"")
        .with("MCP_ARG_COUNT", "3")
        .with("MCP_ARG_LOUD", "true");
  }

  /** No command was missing. */
  private static void found(Ran said) {
    assertFalse(said.err().contains("not found"), said::err);
  }

  private List<String> started() throws IOException {
    return Files.readAllLines(log);
  }
}
