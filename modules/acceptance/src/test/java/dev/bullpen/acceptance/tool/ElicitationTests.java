package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.client.Transcript;
import dev.bullpen.testkit.fixture.Requests;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Conversation;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A running script asks the person at the client, who has a session: MR-16 to MR-20, CN-04. */
class ElicitationTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(ElicitationTests::project, launcher -> launcher.workers(2, 2));

  static final String ASK = "elicitation/create";

  static final String WHO =
      "{\"message\":\"Who?\",\"mode\":\"form\",\"schema\":{\"type\":\"object\",\"properties\":"
          + "{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}}";

  private static final String HOW_OLD = WHO.replace("Who?", "How old?").replace("name", "age");

  private static final Duration SOON = McpClient.PATIENCE;

  /** Asked one question after another, none of which is left open. */
  private static Rig shared() {
    return RIGS.of(Revision.V2025_11_25, "{'elicitation':{}}");
  }

  static void project(ProjectFixture project) {
    String tools = ToolScripts.READY + ToolScripts.ASK;
    project
        .tool("asks", tools + "ready\nask elicit '" + WHO + "'\nprintf '%s' \"$answer\"\n")
        .tool(
            "asks-twice",
            tools
                + "ready\nask elicit '"
                + WHO
                + "'\nfirst=$answer\nask elicit '"
                + HOW_OLD
                + "'\nprintf '[%s,%s]' \"$first\" \"$answer\"\n")
        .tool(
            "asks-by-url",
            tools
                + "ask elicit '{\"message\":\"Sign in\",\"mode\":\"url\",\"url\":"
                + "\"https://example.com/sign\"}'\nprintf '%s' \"$answer\"\n")
        .tool(
            "asks-in-seconds",
            "{'timeoutSecs':4}",
            tools + "ask elicit '" + WHO + "'\nprintf '%s' \"$answer\"\n")
        .tool(
            "asks-and-reports", // for longer than four seconds, and less than ten
            "{'timeoutSecs':4,'progressExtendsTimeout':true,'maxTimeoutSecs':10}",
            tools
                + ToolScripts.SAY
                + "ask elicit '"
                + WHO
                + "'\ni=0\nwhile [ $i -lt 5 ]; do i=$((i+1)); progress $i; sleep 0.9; done\n"
                + "printf '%s' \"$answer\"\n")
        .tool(
            "asks-and-ends", // as soon as it has been heard: the question is off the desk then
            "echo '"
                + WHO
                + "' >\"$MCP_ELICIT_REQUEST_FILE.tmp\"\n"
                + "mv \"$MCP_ELICIT_REQUEST_FILE.tmp\" \"$MCP_ELICIT_REQUEST_FILE\"\n"
                + "until [ -s \"$MCP_ELICIT_RESPONSE_FILE\" ]; do sleep 0.02; done &\n"
                + "while [ -e \"$MCP_ELICIT_REQUEST_FILE\" ]; do sleep 0.02; done\necho gone\n")
        .tool("asks-nonsense", tools + "ask elicit 'no json'\nprintf '%s' \"$answer\"\n")
        .tool("can", "echo \"$MCP_ELICIT_SUPPORTED\"\n");
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_06_18", "V2025_11_25"})
  void the_answer_reaches_the_script(Revision revision) {
    Rig rig = RIGS.of(revision, "{'elicitation':{}}");
    Job job = rig.sendTool("asks");
    JsonNode request = rig.client().asked(ASK, 0);
    assertEquals("Who?", request.get("params").get("message").stringValue());
    assertEquals(
        "string",
        request.at("/params/requestedSchema/properties/name/type").asString(""),
        request.toString());
    assertEquals(revision == Revision.V2025_11_25, request.get("params").has("mode"));
    Mark.atMost(
        "a ping while somebody is asked", rig.client().ping().took(), Duration.ofMillis(500));
    rig.client().reply(request, "{'action':'accept','content':{'name':'Ann \\\"A\\\" é'}}");
    Answer answer = rig.await(job);
    assertEquals(
        "{\"action\":\"accept\",\"content\":{\"name\":\"Ann \\\"A\\\" é\"}}", answer.text().trim());
  }

  @Test
  void other_tools_run_meanwhile_in_the_smallest_pool_too_and_the_end_of_input_ends_who_waits() {
    try (Rig rig = start(1)) {
      Job job = rig.sendTool("asks");
      JsonNode request = rig.client().asked(ASK, 0);
      for (int i = 0; i < 3; i++) {
        assertEquals("1", rig.client().callTool("can", "{}").text().trim());
      }
      rig.client().reply(request, "{'action':'accept','content':{'name':'Ann'}}");
      assertTrue(rig.await(job).text().contains("Ann"));
      rig.sendTool("asks");
      rig.client().asked(ASK, 1);
      List<Proc> family = rig.family();
      rig.process().closeStdin();
      rig.assertNothing(family, SOON);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"decline", "cancel"})
  void a_person_may_refuse(String action) {
    Answer answer =
        answered(question -> shared().client().reply(question, "{'action':'" + action + "'}"));
    assertEquals("{\"action\":\"" + action + "\",\"content\":null}", answer.text().trim());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'action':'accept','content':{'name':7}}",
        "{'action':'accept','content':{}}",
        "{'action':'accept','content':'Ann'}",
        "{'action':'accept'}",
        "{'action':'maybe'}",
        "{}",
        "[]",
        "null"
      })
  void what_does_not_fit_the_question_is_never_taken_for_an_answer(String result) {
    Answer answer = answered(question -> shared().client().reply(question, result));
    assertNotEquals("accept", action(answer));
  }

  @Test
  void mr_16_each_question_has_an_id_of_its_own_and_strays_harm_nobody() {
    Rig rig = RIGS.of(Revision.V2025_11_25, "{'elicitation':{}}");
    Job job = rig.sendTool("asks-twice");
    JsonNode first = rig.client().asked(ASK, 0);
    rig.client().reply(first, "{'action':'accept','content':{'name':'Ann'}}");
    JsonNode second = rig.client().asked(ASK, 1);
    assertNotEquals(Json.text(first.get("id")), Json.text(second.get("id")));
    rig.client().reply(first, "{'action':'accept','content':{'age':'again'}}");
    rig.client().reply(second, "{'action':'accept','content':{'age':'9'}}");
    JsonNode both = rig.await(job).json();
    assertEquals("Ann", both.at("/0/content/name").asString(""), both.toString());
    assertEquals("9", both.at("/1/content/age").asString(""), both.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "V2025_03_26,{'elicitation':{}},0",
    "V2025_06_18,{'elicitation':{}},1",
    "V2025_11_25,{},0",
    "V2025_11_25,{'elicitation':{}},1",
    "V2026_07_28,{'elicitation':{}},1"
  })
  void a_script_knows_whether_anybody_can_be_asked(
      Revision revision, String capabilities, String expected) {
    Rig rig = RIGS.of(revision, capabilities);
    assertEquals(expected, rig.client().callTool("can", "{}").text().trim());
  }

  @Test
  void mr_19_a_page_is_asked_for_only_where_pages_can_be_shown() {
    Rig rig = RIGS.of(Revision.V2025_11_25, "{'elicitation':{}}");
    assertEquals("decline", action(rig.client().callTool("asks-by-url", "{}")));
    assertEquals(List.of(), rig.process().transcript().heard(ASK));
    Rig pages = RIGS.of(Revision.V2025_11_25, "{'elicitation':{'url':{}}}");
    Job job = pages.sendTool("asks-by-url");
    JsonNode request = pages.client().asked(ASK, 0);
    assertEquals("url", request.at("/params/mode").asString(""), request.toString());
    assertEquals("https://example.com/sign", request.at("/params/url").asString(""));
    pages.client().reply(request, "{'action':'accept'}");
    assertEquals("accept", action(pages.await(job)));
  }

  @Test
  void the_clock_stands_while_a_person_thinks() {
    assertEquals("cancel", action(cancelledAfter(Duration.ofMillis(4500), "asks-in-seconds")));
  }

  /** It may run for ten seconds, of which those of the question are none. */
  @Test
  void progress_restarts_the_time_after_a_question_that_was_longer_than_the_maximum() {
    assertEquals("cancel", action(cancelledAfter(Duration.ofMillis(10_200), "asks-and-reports")));
  }

  /** What a tool answers whose question is open for so long. */
  private static Answer cancelledAfter(Duration thinking, String tool) {
    Rig rig = RIGS.of(Revision.V2025_11_25, "{'elicitation':{}}");
    Job job = rig.sendTool(tool);
    JsonNode request = rig.client().asked(ASK, 0);
    assertTrue(
        rig.process()
            .transcript()
            .awaitResponse(Long.toString(job.id()), Deadline.in(thinking))
            .isEmpty(),
        "timed out while a person was thinking");
    rig.client().reply(request, "{'action':'cancel'}");
    return rig.await(job);
  }

  @Test
  void cn_04_who_cancels_the_call_is_told_that_nobody_waits_any_more() {
    Rig rig = RIGS.of(Revision.V2025_11_25, "{'elicitation':{}}");
    Job job = rig.sendTool("asks");
    JsonNode request = rig.client().asked(ASK, 0);
    rig.client().cancel(job.id());
    JsonNode cancelled =
        rig.process()
            .transcript()
            .awaitMessage("notifications/cancelled", 0, Deadline.in(SOON))
            .orElseThrow();
    assertEquals(request.get("id"), cancelled.get("params").get("requestId"));
    rig.assertGone(job, SOON);
    rig.client().reply(request, "{'action':'cancel'}"); // too late, and no harm
    assertEquals(0, rig.client().answers(job.id()));
  }

  @Test
  void lc_04_nobody_is_asked_before_he_says_that_he_is_ready() {
    try (Conversation server =
        Conversation.open(
            project -> {
              project(project);
              InputRequiredTests.project(project);
            },
            launcher -> launcher.workers(2, 2))) {
      server.ask(
          Requests.initialize("1", "2025-11-25")
              .replace("'capabilities':{}", "'capabilities':{'elicitation':{},'roots':{}}"));
      server.say("{'jsonrpc':'2.0','method':'notifications/roots/list_changed'}");
      server.say(Requests.request("2", "tools/call", "'name':'asks-in-seconds'"));
      server.say(Requests.request("3", "tools/call", "'name':'who'"));
      // Longer than that tool may run: its clock stands while it waits to ask.
      assertTrue(
          server
              .process()
              .transcript()
              .await(
                  line ->
                      line.json()
                          .filter(said -> said.has("method") || said.path("result").has("content"))
                          .isPresent(),
                  Deadline.in(Duration.ofMillis(4500)))
              .isEmpty(),
          "asked, or timed out");
      server.say("{'jsonrpc':'2.0','method':'notifications/initialized'}");
      Transcript transcript = server.process().transcript();
      for (int i = 0; i < 2; i++) {
        JsonNode question = transcript.awaitMessage(ASK, i, Deadline.in(SOON)).orElseThrow();
        server.say(
            "{'jsonrpc':'2.0','id':%s,'result':{'action':'accept','content':{'name':'Ann'}}}"
                .formatted(question.get("id")));
      }
      for (String id : List.of("2", "3")) {
        String answer = transcript.awaitResponse(id, Deadline.in(SOON)).orElseThrow().text();
        assertTrue(answer.contains("Ann"), answer);
      }
      assertEquals(1, transcript.heard("roots/list").size());
    }
  }

  @Test
  void a_question_that_is_none_is_answered_at_once() {
    assertEquals("error", action(shared().client().callTool("asks-nonsense", "{}")));
  }

  /** What the tool answers after its question was. */
  private static Answer answered(Consumer<JsonNode> question) {
    Job job = shared().sendTool("asks");
    question.accept(shared().client().asked(ASK, 0));
    return shared().await(job);
  }

  private static String action(Answer answer) {
    assertFalse(answer.failed(), answer.message().toString());
    return answer.json().path("action").asString("");
  }

  private static Rig start(int workers) {
    return Rig.start(
        Revision.V2025_11_25,
        "{'elicitation':{}}",
        ElicitationTests::project,
        launcher -> launcher.workers(workers, workers));
  }
}
