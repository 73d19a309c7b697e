package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions to the client while the tool waits. */
class AskingTests {
  /** Reads the question when the FIFO has a line, and writes the answer, as the server does. */
  private static final String ANSWERING =
      """
      mkfifo "$MCP_PROGRESS_STREAM"
      exec 7<>"$MCP_PROGRESS_STREAM"
      answer_with() {
        IFS= read -r notified <&7
        cat "$1" >question
        rm "$1"
        printf '%s\\n' "$3" >answer
        mv answer "$2"
      }
      """;

  @TempDir Path folder;

  @Test
  void an_answer_is_printed_and_both_files_are_gone() {
    Ran said =
        elicit(
            "mcp_elicit 'Your \"name\"?' '{\"type\": \"object\"}'",
            "{\"action\":\"accept\",\"content\":{\"a\":1}}");

    assertEquals("{\"action\":\"accept\",\"content\":{\"a\":1}}", said.lines().get(0), said::err);
    assertEquals(
        "{\"message\":\"Your \\\"name\\\"?\",\"schema\":{\"type\":\"object\"},\"mode\":\"form\"}",
        said.lines().get(1));
    assertFalse(Files.exists(folder.resolve("request")));
    assertFalse(Files.exists(folder.resolve("response")));
  }

  @ParameterizedTest
  @CsvSource({"30s,30", "1.5,30", "junk,30", "0,30", "08,8", "12345678901,999999999"})
  void a_time_that_is_none_is_the_usual_one(String set, String used) {
    Ran said =
        new ToolScript(folder)
            .with("MCPBASH_ELICITATION_TIMEOUT", set)
            .run(
                "__mcp_load asking; echo answer >a; echo $MCP_ELICIT_DEFAULT_TIMEOUT;"
                    + " __mcp_await a \"$MCP_ELICIT_DEFAULT_TIMEOUT\"");
    assertEquals(new Ran(0, used + "\n", ""), said);
  }

  @Test
  void a_longer_time_than_bash_can_count_is_waited_for() {
    Ran said = elicit("mcp_elicit q '{}' 9223372036854775807", "{\"action\":\"accept\"}");

    assertEquals("{\"action\":\"accept\"}", said.lines().get(0), said::err);
  }

  @Test
  void a_person_who_declines_has_answered() {
    Ran said = elicit("mcp_elicit q '{}'", "{\"action\":\"decline\",\"content\":null}");

    assertEquals(0, said.exitCode());
    assertEquals("{\"action\":\"decline\",\"content\":null}", said.lines().get(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"decline", "error"})
  void a_missing_answer_has_a_status(String action) {
    String answer =
        "{\"action\":\"%s\",\"content\":null,\"message\":\"no \\\"é\\\"\"}".formatted(action);
    Ran said = elicit("s=0; mcp_elicit_url q https://a.example || s=$?; echo $s", answer);

    assertEquals(List.of(answer, "1"), said.lines().subList(0, 2), said::err);
    assertEquals("mcp_elicit: no \"é\"\n", said.err());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "mcp_elicit_string q | `\"value\":{\"type\":\"string\"}},\"required\":[\"value\"]`",
        "mcp_elicit_string q field | `\"field\":{\"type\":\"string\"}},\"required\":[\"field\"]`",
        "mcp_elicit_confirm q |"
            + " `\"confirmed\":{\"type\":\"boolean\"}},\"required\":[\"confirmed\"]`",
        "mcp_elicit_choice q a 'b c' | `\"choice\":{\"type\":\"string\",\"enum\":[\"a\",\"b"
            + " c\"]}},\"required\":[\"choice\"]`",
        "mcp_elicit_titled_choice q a:A:1 b |"
            + " `\"choice\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"a\",\"title\":\"A:1\"},"
            + "{\"const\":\"b\",\"title\":\"b\"}]}},\"required\":[\"choice\"]`",
        "mcp_elicit_multi_choice q a |"
            + " `\"choices\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"a\"]}}},"
            + "\"required\":[\"choices\"]`",
        "mcp_elicit_titled_multi_choice q a:A |"
            + " `\"choices\":{\"type\":\"array\",\"items\":{\"anyOf\":[{\"const\":\"a\","
            + "\"title\":\"A\"}]}}},\"required\":[\"choices\"]`"
      })
  void forms_of_one_field_have_their_schema(String call, String properties) {
    Ran said = elicit(call, "{\"action\":\"cancel\",\"content\":null}");

    assertEquals(
        "{\"message\":\"q\",\"schema\":{\"type\":\"object\",\"properties\":{"
            + properties
            + "},\"mode\":\"form\"}",
        said.lines().get(1),
        said::err);
  }

  @Test
  void a_page_to_open_is_asked_for_by_its_address() {
    Ran said =
        elicit("mcp_elicit_url q https://a.example/x", "{\"action\":\"accept\",\"content\":null}");

    assertEquals(
        "{\"message\":\"q\",\"url\":\"https://a.example/x\",\"mode\":\"url\"}",
        said.lines().get(1));
  }

  @Test
  void a_client_that_cannot_be_asked_declines() {
    Ran said = new ToolScript(folder).run("mcp_elicit_confirm q || echo $?");

    assertEquals(List.of("{\"action\":\"decline\",\"content\":null}", "1"), said.lines());
    assertEquals(
        "mcp_elicit: the client lacks the capability elicitation, so its user cannot be asked\n",
        said.err());
  }

  @Test
  void nowhere_to_ask_and_no_schema_are_errors() {
    ToolScript tool = new ToolScript(folder).with("MCP_ELICIT_SUPPORTED", "1");

    assertEquals(
        List.of("{\"action\":\"error\",\"content\":null}", "1"),
        tool.run("mcp_elicit q '{}' || echo $?").lines());
    assertEquals(
        List.of("{\"action\":\"error\",\"content\":null}", "1"),
        tool.run("mcp_elicit q '{' || echo $?").lines());
  }

  @Test
  void no_answer_is_an_error_after_the_time_and_the_question_is_withdrawn() {
    Ran said = tool().run("mcp_elicit q '{}' 1 || echo $?");

    assertEquals(List.of("{\"action\":\"error\",\"content\":null}", "1"), said.lines());
    assertEquals(
        "mcp_elicit: no answer came in time, or this call cannot ask the client\n", said.err());
    assertFalse(Files.exists(folder.resolve("request")));
  }

  @Test
  void a_late_answer_is_not_taken_for_the_next_one() {
    Ran said =
        elicit(
            ": >\"$MCP_ELICIT_RESPONSE_FILE\"; echo '{\"late\":1}' >\"$MCP_ELICIT_RESPONSE_FILE\";"
                + " mcp_elicit q '{}'",
            "{\"now\":1}");

    assertEquals("{\"now\":1}", said.lines().get(0));
  }

  @Tag("slow")
  @Test
  void the_answer_to_a_withdrawn_question_is_awaited_and_discarded() {
    Ran said =
        tool()
            .run(
                ANSWERING
                    + """
                    server() {
                      IFS= read -r notified <&7
                      rm "$MCP_ELICIT_REQUEST_FILE"
                      IFS= read -r notified <&7
                      printf '%s\\n' "$notified" >notified
                      echo '{"late":1}' >answer
                      mv answer "$MCP_ELICIT_RESPONSE_FILE"
                    }
                    server &
                    mcp_elicit q '{}' 5 || echo $? # not less: the question must have been seen
                    wait
                    cat notified
                    """);

    assertEquals(
        List.of(
            "{\"action\":\"error\",\"content\":null}",
            "1",
            "{\"jsonrpc\":\"2.0\",\"method\":\"bullpen/given-up\",\"params\":{\"file\":\"request\"}}"),
        said.lines());
    assertFalse(Files.exists(folder.resolve("response")));
  }

  @Test
  void a_cancelled_call_asks_no_longer() {
    Ran said =
        tool()
            .with("MCP_CANCEL_FILE", folder.resolve("cancelled").toString())
            .run(
                ANSWERING
                    + "( IFS= read -r notified <&7; : >\"$MCP_CANCEL_FILE\" ) &\n"
                    + "mcp_elicit q '{}' 20 || echo $?; wait");

    assertEquals(List.of("{\"action\":\"cancel\",\"content\":null}", "1"), said.lines());
  }

  @Test
  void a_model_is_asked_the_same_way() {
    Ran said =
        sample(
            "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"hi\"},\"model\":\"m\"}");

    assertEquals("0", said.lines().get(1), said::err);
    assertEquals("{\"messages\":[],\"maxTokens\":5}", said.lines().get(2));
  }

  @Test
  void a_refusal_of_the_client_has_a_status() {
    Ran said = sample("{\"error\":{\"code\":-1,\"message\":\"no\"}}");

    assertEquals(
        List.of("{\"error\":{\"code\":-1,\"message\":\"no\"}}", "1"),
        said.lines().subList(0, 2),
        said::err);
    assertEquals("mcp_sample: no\n", said.err());
  }

  @Test
  void a_client_without_a_model_is_an_error() {
    Ran said = new ToolScript(folder).run("mcp_sample '{}' || echo $?");

    String why = "the client lacks the capability sampling, so its model cannot be asked";
    assertEquals(List.of("{\"error\":{\"message\":\"" + why + "\"}}", "1"), said.lines());
    assertEquals("mcp_sample: " + why + "\n", said.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcp_sample '{}'",
        "mcp_elicit q '{}'",
        "mcp_elicit q https://a.example '' url",
        "mcp_elicit_url q https://a.example",
        "mcp_elicit_string q",
        "mcp_elicit_confirm q",
        "mcp_elicit_choice q a",
        "mcp_elicit_titled_choice q a:A",
        "mcp_elicit_multi_choice q a",
        "mcp_elicit_titled_multi_choice q a:A"
      })
  void a_tool_that_ends_because_its_client_cannot_be_asked_says_why(String call) {
    Ran said = new ToolScript(folder).run("answer=$(" + call + ")");

    assertEquals(1, said.exitCode());
    assertTrue(
        said.err().matches("mcp_\\w+: the client lacks the capability \\w+, so its .*\n"),
        said::err);
  }

  /** What the call printed, and then the question. */
  private Ran elicit(String call, String answer) {
    return tool()
        .run(
            ANSWERING
                + "answer_with \"$MCP_ELICIT_REQUEST_FILE\" \"$MCP_ELICIT_RESPONSE_FILE\" \"$1\""
                + " &\n"
                + call
                + "\nwait; cat question",
            answer);
  }

  /** What the call printed, its status, and then the question. */
  private Ran sample(String answer) {
    return tool()
        .with("MCP_SAMPLE_SUPPORTED", "1")
        .with("MCP_SAMPLE_REQUEST_FILE", folder.resolve("request").toString())
        .with("MCP_SAMPLE_RESPONSE_FILE", folder.resolve("response").toString())
        .run(
            ANSWERING
                + "answer_with \"$MCP_SAMPLE_REQUEST_FILE\" \"$MCP_SAMPLE_RESPONSE_FILE\" \"$1\""
                + " &\n"
                + "status=0; mcp_sample '{ \"messages\": [], \"maxTokens\": 5 }' 20 || status=$?;"
                + " echo $status; wait; cat question",
            answer);
  }

  private ToolScript tool() {
    return new ToolScript(folder)
        .with("MCP_PROGRESS_STREAM", folder.resolve("events").toString())
        .with("MCP_ELICIT_SUPPORTED", "1")
        .with("MCP_ELICIT_REQUEST_FILE", folder.resolve("request").toString())
        .with("MCP_ELICIT_RESPONSE_FILE", folder.resolve("response").toString());
  }
}
