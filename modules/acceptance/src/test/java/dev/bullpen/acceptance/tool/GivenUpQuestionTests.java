package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.fixture.Rounds;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A tool waits no longer for an answer than it wants to, and goes on. */
class GivenUpQuestionTests {
  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(
          GivenUpQuestionTests::project,
          launcher -> launcher.workers(2, 2).environment("MCPBASH_ELICITATION_TIMEOUT", "5"));

  private static final Duration SOON = McpClient.PATIENCE;

  private static final String YES = "{'action':'accept','content':{'yes':true}}";

  private static final String SDK =
      """
      #!/usr/bin/env bash
      . "$MCP_SDK/tool-sdk.sh"
      form='{"type":"object","properties":{"yes":{"type":"boolean"}},"required":["yes"]}'
      action() { answer=${1#*'"action":"'}; printf '%s ' "${answer%%'"'*}"; }
      """;

  private static final String ASKS_TWICE =
      SDK
          + """
          first=$(mcp_elicit 'Delete all?' "$form" 3) || :
          second=$(mcp_elicit 'Go on?' "$form" 20) || :
          action "$first"; action "$second"
          """;

  private static final String IN_JAVA =
      """
      import dev.bullpen.api.*;

      class Ask implements Tool {
        @Override
        public ToolResult call(ToolRequest request) throws Exception {
          Elicited first = request.job().elicit(Form.of("Delete all?").flag("yes"));
          Elicited second = request.job().elicit(Form.of("Go on?").flag("yes"));
          return ToolResult.text((first.action() + " " + second.action()).toLowerCase());
        }
      }
      """;

  private static void project(ProjectFixture project) {
    project
        .tool("shell", ASKS_TWICE)
        .file("tools/java/tool.meta.json", "{\"name\":\"java\",\"description\":\"Asks\"}\n")
        .file("tools/java/tool.java", IN_JAVA)
        .tool("asks-and-stays", "{'timeoutSecs':8}", ASKS_TWICE + "exec sleep 300\n")
        .tool(
            "by-hand",
            ToolScripts.ASK
                + "echo '"
                + ElicitationTests.WHO
                + "' >\"$MCP_ELICIT_REQUEST_FILE\"\n"
                + "while [ -e \"$MCP_ELICIT_REQUEST_FILE\" ]; do sleep 0.02; done\n"
                + "ask elicit '"
                + ElicitationTests.WHO.replace("Who?", "Who else?")
                + "'\nprintf '%s' \"$answer\"\n")
        .tool(
            "gives-up",
            SDK + ToolScripts.READY + "mcp_elicit 'Well?' \"$form\" 3 || :\nready\necho done\n")
        .tool(
            "asks-until-it-can",
            SDK
                + ToolScripts.READY
                + """
                first=$(mcp_elicit 'Delete all?' "$form" 3) || :
                ready
                until second=$(mcp_elicit 'Go on?' "$form" 600); do sleep 0.05; done
                action "$first"; action "$second"
                """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"shell", "java"})
  void the_client_need_not_answer_and_a_late_answer_is_not_the_one_to_the_next(String tool) {
    Rig rig = RIGS.of(Revision.V2025_06_18, "{'elicitation':{}}");
    Job job = rig.sendTool(tool);
    JsonNode first = rig.client().asked(ElicitationTests.ASK, 0, McpClient.COMPILED);
    assertTakenBack(rig, first);
    JsonNode second = rig.client().asked(ElicitationTests.ASK, 1);
    rig.client().reply(first, YES);
    rig.client().ping();
    rig.client().reply(second, "{'action':'decline'}");
    assertEquals("error decline", rig.await(job).text().strip());
  }

  @Test
  void its_time_goes_on_then_and_stands_for_the_next_question_as_for_the_first() {
    Rig rig = RIGS.of(Revision.V2025_06_18, "{'elicitation':{}}");
    Job job = rig.sendTool("asks-and-stays");
    JsonNode second = rig.client().asked(ElicitationTests.ASK, 1);
    Optional<?> early =
        rig.process()
            .transcript()
            .awaitResponse(Long.toString(job.id()), Deadline.in(Duration.ofMillis(8500)));
    assertTrue(early.isEmpty(), "timed out while it asked: " + early);
    rig.client().reply(second, "{'action':'decline'}");
    Answer answer = rig.await(job);
    assertTrue(answer.failed() || answer.isError(), answer.message().toString());
  }

  @Test
  void a_script_that_asks_once_more_without_a_word_has_given_up_too() {
    Rig rig = RIGS.of(Revision.V2025_06_18, "{'elicitation':{}}");
    Job job = rig.sendTool("by-hand");
    JsonNode first = rig.client().asked(ElicitationTests.ASK, 0);
    JsonNode second = rig.client().asked(ElicitationTests.ASK, 1);
    assertTakenBack(rig, first);
    rig.client().reply(first, "{'action':'accept','content':{'name':'Ann'}}");
    rig.client().reply(second, "{'action':'accept','content':{'name':'Bob'}}");
    assertTrue(rig.await(job).text().contains("Bob"));
  }

  @Test
  void whoever_comes_back_too_late_hears_how_it_has_ended_and_is_not_asked_again() {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'elicitation':{}}");
    ObjectNode call = call(rig, "gives-up");
    Answer asking = rig.client().call("tools/call", call.deepCopy());
    awaitGate(rig, call);
    Answer answer = Rounds.retry(rig.client(), call, Rounds.state(asking), Json.object());
    assertTrue(answer.text().contains("done"), answer.message().toString());
  }

  @Test
  void whoever_comes_back_with_a_late_answer_is_asked_the_next_question() {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'elicitation':{}}");
    ObjectNode call = call(rig, "asks-until-it-can");
    Answer first = rig.client().call("tools/call", call.deepCopy());
    awaitGate(rig, call);
    Answer second = Rounds.reply(rig.client(), call, first, YES);
    assertEquals("Go on?", Rounds.question(second).getValue().at("/params/message").asString(""));
    Answer answer = Rounds.reply(rig.client(), call, second, "{'action':'decline'}");
    assertEquals("error decline", answer.text().strip(), answer.message().toString());
  }

  private static void assertTakenBack(Rig rig, JsonNode question) {
    JsonNode cancelled =
        rig.process()
            .transcript()
            .awaitMessage("notifications/cancelled", 0, Deadline.in(SOON))
            .orElseThrow();
    assertEquals(question.get("id"), cancelled.get("params").get("requestId"));
  }

  /** It has given up. */
  private static void awaitGate(Rig rig, ObjectNode call) {
    String token = call.at("/arguments/token").asString("");
    assertEquals(1, rig.gate().await(token, 1, Deadline.in(SOON)).size());
  }

  private static ObjectNode call(Rig rig, String tool) {
    return Messages.callTool(tool, "{'token':'" + rig.freshToken() + "'}");
  }
}
