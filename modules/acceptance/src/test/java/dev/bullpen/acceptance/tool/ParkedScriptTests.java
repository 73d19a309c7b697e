package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Requests;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.fixture.Rounds;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Conversation;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A running script asks a client that has no session: it waits over the rounds. MR-01 to MR-12. */
class ParkedScriptTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(ElicitationTests::project, launcher -> launcher.workers(4, 4));

  private static final Duration SOON = McpClient.PATIENCE;

  /** More than are allowed to wait at the same time. */
  private static final int CALLS = 20;

  private static final String ANN = "{'action':'accept','content':{'name':'Ann'}}";

  @Test
  void the_same_process_goes_on_with_the_answer() {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'elicitation':{}}");
    String token = rig.freshToken();
    ObjectNode call = call("asks", token);
    Answer asking = rig.client().call("tools/call", call.deepCopy());
    assertEquals(
        "elicitation/create", Rounds.question(asking).getValue().path("method").asString(""));
    assertTrue(
        Rounds.question(asking).getValue().path("params").has("requestedSchema"),
        asking.message().toString());
    Answer answer = Rounds.reply(rig.client(), call, asking, ANN);
    assertEquals("{\"action\":\"accept\",\"content\":{\"name\":\"Ann\"}}", answer.text().trim());
    assertEquals("complete", answer.result().path("resultType").asString(""));
    rig.gate().await(token, 1, Deadline.in(SOON));
    assertEquals(
        1, rig.gate().await(token, 2, Deadline.in(Duration.ofMillis(100))).size(), "starts");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'action':'decline'}", "{'action':'cancel'}"})
  void mr_12_a_person_may_refuse(String refusal) {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'elicitation':{}}");
    ObjectNode call = call("asks", rig.freshToken());
    Answer asking = rig.client().call("tools/call", call.deepCopy());
    Answer answer = Rounds.reply(rig.client(), call, asking, refusal);
    assertTrue(
        answer.text().contains(Messages.json(refusal).get("action").stringValue()),
        answer.message().toString());
  }

  @Test
  void mr_11_who_does_not_answer_is_asked_again_and_mr_10_more_than_was_asked_is_ignored() {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'elicitation':{}}");
    ObjectNode call = call("asks", rig.freshToken());
    Answer asking = rig.client().call("tools/call", call.deepCopy());
    Answer again =
        Rounds.retry(
            rig.client(),
            call,
            Rounds.state(asking),
            Messages.json("{'of-another':{'action':'cancel'}}"));
    ObjectNode responses = Messages.json("{'of-another':{'action':'cancel'}}");
    responses.set(Rounds.question(again).getKey(), Messages.value(ANN));
    Answer answer = Rounds.retry(rig.client(), call, Rounds.state(again), responses);
    assertTrue(answer.text().contains("Ann"), answer.message().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "7", "'x'", "[]", "{'KEY':null}", "{'KEY':7}", "{'KEY':[]}"})
  void mr_09_what_is_no_answer_is_never_taken_for_one(String responses) {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'elicitation':{}}");
    ObjectNode call = call("asks", rig.freshToken());
    Answer asking = rig.client().call("tools/call", call.deepCopy());
    Answer answer =
        Rounds.retry(
            rig.client(),
            call,
            Rounds.state(asking),
            Messages.value(responses.replace("KEY", Rounds.question(asking).getKey())));
    assertTrue(
        answer.asksForMore() || answer.code().orElse(0) == -32602, answer.message().toString());
    Answer right = Rounds.reply(rig.client(), call, asking, ANN);
    assertTrue(right.text().contains("Ann"), "the script still waits: " + right.message());
  }

  @Test
  void mr_07_and_mr_08_a_state_counts_for_its_call_and_unaltered_only() {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'elicitation':{}}");
    ObjectNode call = call("asks", rig.freshToken());
    Answer asking = rig.client().call("tools/call", call.deepCopy());
    String state = Rounds.state(asking);
    ObjectNode responses = Json.object();
    responses.set(Rounds.question(asking).getKey(), Messages.value(ANN));

    assertRefused(rig, call, state + "x", responses);
    assertRefused(rig, call, state.substring(1), responses);
    assertRefused(rig, call, "", responses);
    for (int at = 0; at < state.length(); at += 7) {
      char other = state.charAt(at) == 'A' ? 'B' : 'A';
      assertRefused(rig, call, state.substring(0, at) + other + state.substring(at + 1), responses);
    }
    assertRefused(rig, call("asks", rig.freshToken()), state, responses);
    ObjectNode otherTool = call.deepCopy().put("name", "asks-twice");
    assertRefused(rig, otherTool, state, responses);

    Answer answer = Rounds.retry(rig.client(), call, state, responses);
    assertTrue(answer.text().contains("Ann"), answer.message().toString());
    assertRefused(rig, call, state, responses); // nobody waits for it any more
  }

  @Test
  void mr_04_a_client_that_cannot_be_asked_is_not_and_vn_07_requests_do_not_remember() {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'sampling':{}}");
    Answer answer = rig.client().call("tools/call", call("asks", rig.freshToken()));
    assertFalse(answer.asksForMore(), answer.message().toString());
    assertTrue(answer.text().contains("the client cannot be asked"), answer.message().toString());
  }

  @Test
  void mr_05_who_comes_back_and_cannot_be_asked_any_more_is_not_and_the_script_waits_on() {
    try (Conversation server =
        Conversation.open(ElicitationTests::project, launcher -> launcher.workers(2, 2))) {
      JsonNode asking = server.ask(asks("1", "{'elicitation':{}}", ""));
      String state =
          ",'requestState':'" + asking.path("result").path("requestState").stringValue("") + "'";
      JsonNode refused = server.ask(asks("2", "{'sampling':{}}", state));
      assertEquals(-32021, refused.path("error").path("code").asInt(0), refused.toString());
      assertEquals(
          Messages.json("{'elicitation':{'form':{}}}"),
          refused.path("error").path("data").path("requiredCapabilities"));
      JsonNode answer =
          server.ask(
              asks("3", "{'elicitation':{}}", state + ",'inputResponses':{'answer':" + ANN + "}"));
      assertTrue(answer.path("result").toString().contains("Ann"), answer.toString());
    }
  }

  @Test
  void cn_01_a_cancel_that_crosses_the_question_ends_the_script() {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'elicitation':{}}");
    Job job = rig.sendTool("asks");
    Answer asking = rig.await(job);
    rig.client().cancel(job.id());
    Sighting sighting = rig.awaitGone(job, SOON);
    assertTrue(sighting.none(), sighting.toString());
    assertRefused(rig, call("asks", job.token()), Rounds.state(asking), Json.object());
  }

  @Test
  void mr_15_a_script_may_ask_twice_and_a_cancel_of_the_first_call_means_nothing_to_it_then() {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'elicitation':{}}");
    Job job = rig.sendTool("asks-twice");
    ObjectNode call = call("asks-twice", job.token());
    Answer second = Rounds.reply(rig.client(), call, rig.await(job), ANN);
    rig.client().cancel(job.id());
    Answer answer =
        Rounds.reply(rig.client(), call, second, "{'action':'accept','content':{'age':'9'}}");
    assertTrue(answer.text().contains("9"), answer.message().toString());
  }

  @Test
  void who_waits_holds_up_nobody() {
    try (Rig rig = start(CALLS)) {
      int waiting = 0;
      for (int i = 0; i < CALLS; i++) {
        Answer answer = rig.client().call("tools/call", call("asks", rig.freshToken()));
        assertFalse(answer.failed(), answer.message().toString());
        waiting += answer.asksForMore() ? 1 : 0;
      }
      assertTrue(waiting > 0 && waiting < CALLS, waiting + " wait");
      assertEquals("1", rig.client().callTool("can", "{}").text().trim());
      assertEquals(
          List.of("ok"), rig.client().complete(Rig.FAST, "query", "x").values(), "completions");
    }
  }

  static Stream<Integer> smallest() {
    return Size.first(1, 1, 2);
  }

  @ParameterizedTest
  @MethodSource("smallest")
  void
      other_tools_run_meanwhile_in_the_smallest_pools_too_and_cn_05_who_never_comes_back_leaves_nothing(
          int most) {
    try (Rig rig = start(most)) {
      ObjectNode call = call("asks", rig.freshToken());
      Answer asking = rig.client().call("tools/call", call.deepCopy());
      for (int i = 0; i < 3; i++) {
        assertEquals("1", rig.client().callTool("can", "{}").text().trim());
        assertEquals(List.of("ok"), rig.client().complete(Rig.FAST, "query", "x" + i).values());
      }
      Answer refused = rig.client().call("tools/call", call("asks", rig.freshToken()));
      assertTrue(refused.text().contains("too many questions wait"), refused.message().toString());
      Answer answer = Rounds.reply(rig.client(), call, asking, ANN);
      assertTrue(answer.text().contains("Ann"), answer.message().toString());
      Answer last = rig.client().call("tools/call", call("asks", rig.freshToken()));
      assertTrue(last.asksForMore(), last.message().toString());
      List<Proc> family = rig.family();
      rig.process().closeStdin();
      rig.assertNothing(family, SOON);
      assertEquals(List.of(), rig.process().transcript().heard("notifications/cancelled"));
    }
  }

  @Test
  void who_has_ended_meanwhile_takes_nobody_s_place_and_can_still_be_heard() {
    try (Rig rig = start(4)) { // of which one may wait
      ObjectNode call = call("asks-and-ends", rig.freshToken());
      Answer asking = rig.client().call("tools/call", call.deepCopy());
      assertTrue(asking.asksForMore(), asking.message().toString());
      Deadline deadline = Deadline.in(SOON);
      Answer next;
      do {
        next = rig.client().call("tools/call", call("asks", rig.freshToken()));
      } while (!next.asksForMore() && !deadline.passed());
      assertTrue(next.asksForMore(), next.message().toString());
      assertEquals("gone", Rounds.reply(rig.client(), call, asking, ANN).text().trim());
    }
  }

  private static void assertRefused(Rig rig, ObjectNode call, String state, ObjectNode responses) {
    Answer answer = Rounds.retry(rig.client(), call, state, responses);
    assertEquals(-32602, answer.code().orElse(0), state + ": " + answer.message());
  }

  /** A call by a client that can be asked this, with further members of its params. */
  private static String asks(String id, String capabilities, String more) {
    return Requests.request(
        id,
        "tools/call",
        "'name':'asks','arguments':{'token':'t'},"
            + Requests.ENVELOPE.replace(
                Requests.CAPABILITIES, Requests.CAPABILITIES.replace("{}", capabilities))
            + more);
  }

  private static ObjectNode call(String tool, String token) {
    return Messages.callTool(tool, "{'token':'" + token + "'}");
  }

  private static Rig start(int most) {
    return Rig.start(
        Revision.V2026_07_28,
        "{'elicitation':{}}",
        ElicitationTests::project,
        launcher -> launcher.workers(Math.min(4, most), most));
  }
}
