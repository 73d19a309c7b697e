package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.launcher.Ran;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions to the client between two runs of a tool. */
class InputRequiredTests {
  @TempDir Path folder;

  @Test
  void requests_and_state_are_the_whole_output_and_the_tool_has_ended() {
    Ran said =
        tool()
            .run(
                """
                mcp_input_required --state '{ "step": 1 }' \\
                  who "$(mcp_input_elicit 'Who "are" you?' '{"type": "object"}')" \\
                  page "$(mcp_input_elicit_url 'Open' https://a.example)" \\
                  model "$(mcp_input_sample '{"messages": [], "maxTokens": 5}')" \\
                  where "$(mcp_input_roots)"
                echo not reached
                """);

    assertEquals(
        new Ran(
            0,
            "{\"resultType\":\"input_required\",\"inputRequests\":{\"who\":{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"form\",\"message\":\"Who"
                + " \\\"are\\\" you?\",\"requestedSchema\":{\"type\":\"object\"}}},"
                + "\"page\":{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"url\",\"message\":\"Open\","
                + "\"url\":\"https://a.example\"}},\"model\":{\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[],\"maxTokens\":5}},\"where\":{\"method\":\"roots/list\",\"params\":{}}},\"requestState\":{\"step\":1}}\n",
            ""),
        said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "key", "key '{'", "--state '{' key '{}'"})
  void what_could_not_be_asked_ends_the_tool_with_the_reason(String arguments) {
    Ran said = tool().run("mcp_input_required " + arguments + "; echo not reached");

    assertEquals(1, said.exitCode());
    assertEquals("", said.out());
    assertEquals("mcp_input_required", said.err().split(":")[0]);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "who | `{\"action\":\"accept\",\"content\":{\"name\":\"A\\nB\"}}`",
        "who .action | accept",
        "odd\\ key .a | 1",
        "who .content.missing | status 1",
        "absent | status 1",
        "scalar | status 1",
        "none | status 1"
      })
  void an_answer_is_found_by_its_key_or_asked_for_again(String arguments, String printed) {
    Ran said =
        tool()
            .with(
                "MCP_INPUT_RESPONSES_JSON",
                "{\"who\":{\"action\":\"accept\",\"content\":{\"name\":\"A\\n"
                    + "B\"}},\"odd key\":{\"a\":1},\"scalar\":3,\"none\":null}")
            .run("mcp_input_response " + arguments + " || echo status $?");

    assertEquals(printed, said.value(), said::err);
  }

  @Test
  void in_the_first_run_there_is_neither_answer_nor_state() {
    assertEquals(
        "1 1",
        tool()
            .run("a=0 b=0; mcp_input_response who || a=$?; mcp_request_state || b=$?; echo $a $b")
            .value());
  }

  @Test
  void the_state_comes_back_as_it_was() {
    ToolScript tool = tool().with("MCP_REQUEST_STATE_JSON", "{\"step\":1,\"n\":1.50}");

    assertEquals("{\"step\":1,\"n\":1.50}", tool.run("mcp_request_state").value());
    assertEquals("1", tool.run("mcp_request_state .step").value());
    assertEquals(1, tool.run("mcp_request_state .other").exitCode());
  }

  @ParameterizedTest
  @DisplayName("what the client can do is in the request, or was learnt at the beginning")
  @CsvSource({
    "elicitation,0,0",
    "elicitation.url,0,0",
    "elicitation.form,1,1",
    "elicit,1,1",
    "sampling,0,1",
    "sampling.tools,1,1",
    "roots,1,1",
    "x y,1,1",
    "'',1,1"
  })
  void what_the_client_can_do_is_known(String name, int inRequest, int learnt) {
    String call = "mcp_client_can '" + name + "'";
    Ran asked =
        tool()
            .with("MCP_ELICIT_SUPPORTED", "0")
            .with(
                "MCP_TOOL_META_JSON",
                "{\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{\"url\":{}},\"sampling\":{}}}")
            .run(call);
    Ran known =
        tool()
            .with("MCP_CLIENT_CAN", "elicitation elicitation.url")
            .with("MCP_ROOTS_COUNT", "1")
            .run(call);

    assertEquals(inRequest, asked.exitCode(), asked::err);
    assertEquals(learnt, known.exitCode(), known::err);
  }

  private ToolScript tool() {
    return new ToolScript(folder);
  }
}
