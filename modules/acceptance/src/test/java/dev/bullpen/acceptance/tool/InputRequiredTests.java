package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A script prints what it needs of its client, ends, and is run again with the answers. */
class InputRequiredTests {
  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(InputRequiredTests::project, launcher -> launcher.workers(2, 2));

  private static final String WHO =
      "\"who\":{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"form\",\"message\":\"Who?\","
          + "\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}},"
          + "\"required\":[\"name\"]}}}";
  private static final String WHAT =
      "\"what\":{\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[{\"role\":\"user\","
          + "\"content\":{\"type\":\"text\",\"text\":\"hi\"}}],\"maxTokens\":10}}";
  private static final String WHERE = "\"where\":{\"method\":\"roots/list\"}";

  private static final String ANN = "{'action':'accept','content':{'name':'Ann'}}";

  /** Of a client that can be asked anything. */
  private static Rig askable() {
    return RIGS.of(Revision.V2026_07_28, "{'elicitation':{},'sampling':{},'roots':{}}");
  }

  /** Asks until the answer is there, and then prints what it was given. */
  private static String asks(String key, String question) {
    return "case $MCP_INPUT_RESPONSES_JSON in\n"
        + "*'\""
        + key
        + "\"'*) echo \"$MCP_INPUT_RESPONSES_JSON $MCP_REQUEST_STATE_JSON\" ;;\n"
        + "*) echo '{\"resultType\":\"input_required\",\"inputRequests\":{"
        + question
        + "},\"requestState\":{\"secret\":[1.50]}}' ;;\nesac\n";
  }

  static void project(ProjectFixture project) {
    project
        .tool("who", asks("who", WHO))
        .tool("other", asks("who", WHO))
        .tool("what", asks("what", WHAT))
        .tool("where", asks("where", WHERE))
        .tool("both", asks("what", WHO + "," + WHAT))
        .tool(
            "insatiable",
            "echo '{\"resultType\":\"input_required\",\"inputRequests\":{" + WHO + "}}'\n")
        .tool(
            "stateless",
            "case $MCP_INPUT_RESPONSES_JSON in *Ann*) echo \"$MCP_INPUT_RESPONSES_JSON\" ;;\n"
                + "*) echo '{\"resultType\":\"input_required\",\"inputRequests\":{"
                + WHO
                + "}}' ;;\nesac\n")
        .tool("nothing", "echo '{\"resultType\":\"input_required\"}'\n")
        .tool(
            "nonsense",
            "echo '{\"resultType\":\"input_required\",\"inputRequests\":{\"x\":{\"method\":"
                + "\"tools/list\",\"params\":{}}}}'\n");
  }

  @Test
  void mr_06_a_retry_runs_it_again_with_the_answer_and_its_state() {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'elicitation':{}}");
    ObjectNode call = call("who");
    Answer asking = rig.client().call("tools/call", call.deepCopy());
    assertEquals("who", Rounds.question(asking).getKey());
    assertFalse(Rounds.state(asking).contains("secret"), "not sealed: " + asking.message());
    Answer answer = Rounds.reply(rig.client(), call, asking, ANN);
    assertEquals(
        "{\"who\":{\"action\":\"accept\",\"content\":{\"name\":\"Ann\"}}} {\"secret\":[1.50]}",
        answer.text().trim());
  }

  @Test
  void mr_05_a_client_that_cannot_be_asked_is_told_what_is_missing() {
    for (Map.Entry<String, String> missing :
        Map.of("who", "elicitation", "what", "sampling", "where", "roots").entrySet()) {
      Rig rig = RIGS.of(Revision.V2026_07_28, "{}");
      Answer answer = rig.client().call("tools/call", call(missing.getKey()));
      assertEquals(-32021, answer.code().orElse(0), answer.message().toString());
      JsonNode required = answer.data().path("requiredCapabilities").path(missing.getValue());
      assertTrue(required.isObject(), "an object of objects: " + answer.message());
    }
  }

  @Test
  void mr_11_a_wrong_key_is_asked_for_again() {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'elicitation':{}}");
    ObjectNode call = call("who");
    Answer asking = rig.client().call("tools/call", call.deepCopy());
    Answer again =
        Rounds.retry(
            rig.client(), call, Rounds.state(asking), Messages.json("{'whom':" + ANN + "}"));
    assertEquals("who", Rounds.question(again).getKey());
    Answer none = Rounds.retry(rig.client(), call, Rounds.state(asking), Json.object());
    assertEquals("who", Rounds.question(none).getKey());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'who':null}", "'x'"})
  void mr_09_what_is_no_answer_is_never_taken_for_one(String responses) {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'elicitation':{}}");
    ObjectNode call = call("who");
    Answer asking = rig.client().call("tools/call", call.deepCopy());
    Answer answer =
        Rounds.retry(rig.client(), call, Rounds.state(asking), Messages.value(responses));
    assertTrue(
        answer.asksForMore() || answer.code().orElse(0) == -32602, answer.message().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "who|{'action':'accept','content':{'name':5}}",
        "who|{'action':'accept','content':{}}",
        "who|{'action':'accept'}",
        "who|{'action':'bogus'}",
        "who|{}",
        "what|{}",
        "what|{'role':'assistant','content':'no block','model':'m'}",
        "where|{'roots':5}",
        "where|{'roots':{'uri':'file:///a'}}"
      })
  void mr_09_an_answer_that_is_not_what_was_asked_for_is_asked_for_again(
      String tool, String answer) {
    ObjectNode call = call(tool);
    Answer asking = askable().client().call("tools/call", call.deepCopy());
    Answer again = Rounds.reply(askable().client(), call, asking, answer);
    assertEquals(tool, Rounds.question(again).getKey());
  }

  @Test
  void a_state_is_good_once_where_the_operator_says_so() {
    try (Rig rig =
        Rig.start(
            Revision.V2026_07_28,
            "{'elicitation':{}}",
            InputRequiredTests::project,
            launcher ->
                launcher.workers(2, 2).with("--state-use", "once", "--state-ttl", "86400"))) {
      ObjectNode call = call("who");
      Answer asking = rig.client().call("tools/call", call.deepCopy());
      assertFalse(Rounds.reply(rig.client(), call, asking, ANN).failed());
      Answer again = Rounds.reply(rig.client(), call, asking, ANN);
      assertEquals(-32602, again.code().orElse(0), again.message().toString());
      assertTrue(again.message().toString().contains("has been used"), again.message().toString());
      ObjectNode stateless = call("stateless");
      Answer question = rig.client().call("tools/call", stateless.deepCopy());
      assertFalse(Rounds.reply(rig.client(), stateless, question, ANN).failed());
      stateless.set("inputResponses", Messages.json("{'who':" + ANN + "}"));
      assertTrue(rig.client().call("tools/call", stateless).asksForMore());
    }
  }

  @Test
  void mr_07_and_mr_08_a_state_counts_for_its_call_and_unaltered_only() {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'elicitation':{}}");
    ObjectNode call = call("who");
    String state = Rounds.state(rig.client().call("tools/call", call.deepCopy()));
    ObjectNode responses = Messages.json("{'who':" + ANN + "}");
    for (int at = 0; at < state.length(); at += 5) {
      char other = state.charAt(at) == 'A' ? 'B' : 'A';
      assertRefused(rig, call, state.substring(0, at) + other + state.substring(at + 1), responses);
    }
    assertRefused(rig, call, state + state, responses);
    assertRefused(rig, call.deepCopy().put("name", "other"), state, responses);
    ObjectNode otherArguments = call.deepCopy();
    otherArguments.set("arguments", Messages.json("{'a':1}"));
    assertRefused(rig, otherArguments, state, responses);
    assertFalse(Rounds.retry(rig.client(), call, state, responses).failed());
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void mr_02_what_asks_for_nothing_or_for_nonsense_is_a_failure_of_the_tool(Revision revision) {
    Rig rig = RIGS.of(revision, "{'elicitation':{},'sampling':{}}");
    for (String tool : List.of("nothing", "nonsense")) {
      Answer answer = rig.client().call("tools/call", call(tool));
      assertFalse(answer.asksForMore(), answer.message().toString());
      assertTrue(answer.failed() || answer.isError(), answer.message().toString());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_06_18", "V2025_11_25"})
  void with_a_session_the_client_is_asked_and_the_script_run_again(Revision revision) {
    Rig rig = RIGS.of(revision, "{'elicitation':{},'sampling':{}}");
    Job job = rig.sendTool("both");
    rig.client().reply(rig.client().asked("elicitation/create", 0), ANN);
    rig.client()
        .reply(
            rig.client().asked("sampling/createMessage", 0),
            "{'role':'assistant','content':{'type':'text','text':'hello'},'model':'m'}");
    Answer answer = rig.await(job);
    assertTrue(answer.text().contains("\"name\":\"Ann\""), answer.message().toString());
    assertTrue(answer.text().contains("hello"), answer.message().toString());
    assertTrue(answer.text().contains("{\"secret\":[1.50]}"), answer.message().toString());
  }

  @Test
  void with_a_session_and_without_the_capability_it_is_a_plain_failure() {
    Rig rig = RIGS.of(Revision.V2025_11_25, "{}");
    Answer answer = rig.client().call("tools/call", call("who"));
    assertTrue(answer.isError(), "EC-05: " + answer.message());
    assertTrue(answer.text().contains("elicitation"), answer.text());
  }

  @Test
  void a_script_that_never_has_enough_is_stopped() {
    Rig rig = RIGS.of(Revision.V2025_11_25, "{'elicitation':{}}");
    Job job = rig.sendTool("insatiable");
    int asked = 0;
    while (rig.client().answers(job.id()) == 0) {
      assertTrue(asked < 100, "asked " + asked + " times");
      JsonNode request = nextOrAnswer(rig, job, asked);
      if (request.has("id")) {
        rig.client().reply(request, ANN);
        asked++;
      }
    }
    assertTrue(rig.await(job).isError(), rig.await(job).message().toString());
  }

  /** The next question, or something without an id when the call has been answered instead. */
  private static JsonNode nextOrAnswer(Rig rig, Job job, int asked) {
    rig.process()
        .transcript()
        .await(
            line ->
                rig.client().answers(job.id()) > 0
                    || rig.process().transcript().heard("elicitation/create").size() > asked,
            Deadline.in(McpClient.PATIENCE));
    List<JsonNode> heard = rig.process().transcript().heard("elicitation/create");
    return heard.size() > asked ? heard.get(asked) : Json.object();
  }

  private static void assertRefused(Rig rig, ObjectNode call, String state, JsonNode responses) {
    Answer answer = Rounds.retry(rig.client(), call, state, responses);
    assertEquals(-32602, answer.code().orElse(0), state + ": " + answer.message());
  }

  private static ObjectNode call(String tool) {
    return Messages.callTool(tool, "{}");
  }
}
