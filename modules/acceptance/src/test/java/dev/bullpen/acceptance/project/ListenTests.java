package dev.bullpen.acceptance.project;

import static dev.bullpen.testkit.fixture.Notices.ACKNOWLEDGED;
import static dev.bullpen.testkit.fixture.Notices.PROMPTS;
import static dev.bullpen.testkit.fixture.Notices.RESOURCES;
import static dev.bullpen.testkit.fixture.Notices.SUBSCRIPTION_ID;
import static dev.bullpen.testkit.fixture.Notices.TOOLS;
import static dev.bullpen.testkit.fixture.Notices.UPDATED;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.client.Transcript;
import dev.bullpen.testkit.fixture.Editor;
import dev.bullpen.testkit.fixture.End;
import dev.bullpen.testkit.fixture.Listed;
import dev.bullpen.testkit.fixture.Notices;
import dev.bullpen.testkit.fixture.Requests;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.fixture.Said;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Conversation;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Who has no session listens: SU-01 to SU-13, CN-05, CN-07. */
class ListenTests {
  /** For those whose subscriptions hear of no change. */
  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(ListenTests::project, launcher -> launcher.workers(1, 1).with("--tool-grace", "0"));

  private static final Duration PATIENCE = McpClient.PATIENCE;

  private static final String ALL =
      "{'toolsListChanged':true,'promptsListChanged':true,'resourcesListChanged':true}";

  private static final int EDITS = 50;

  /** More than any client needs, and more than any gets. */
  private static final int TOO_MANY = 5_000;

  /** For those whom it does not concern who else listens. */
  private static Conversation shared;

  @BeforeAll
  static void begin() {
    shared = open();
  }

  @AfterAll
  static void end() {
    shared.close();
  }

  private static void project(ProjectFixture project) {
    project
        .file("resources/note.txt", "one\n")
        .tool("hold", ToolScripts.HOLD)
        .tool(
            "talks",
            ToolScripts.READY
                + ToolScripts.SAY
                + "log info '\"words\"'\nprogress 1\nlog warning '\"more\"'\necho done\n");
  }

  private static long addTool(Editor editor, String name) {
    return editor.put("tools/" + name, made -> made.tool(name, ToolScripts.HELLO));
  }

  private static long addPrompt(Editor editor, String name) {
    return editor.put("prompts/" + name + ".txt", "New.\n");
  }

  private static long addResource(Editor editor, String name) {
    return editor.put("resources/" + name + ".txt", "New.\n");
  }

  @Test
  void su_02_what_is_honoured_is_acknowledged() {
    Rig rig = RIGS.of(Revision.V2026_07_28);
    Notices notices = new Notices(rig.process());
    String note = note(rig);
    String wanted = ALL.replace("}", ",'resourceSubscriptions':['" + note + "']}");
    assertEquals(Messages.json(wanted), notices.listen("1000", wanted));
    assertEquals(
        Messages.json("{'promptsListChanged':true}"),
        notices.listen(
            "1001", "{'promptsListChanged':true,'toolsListChanged':false,'surprise':{'a':1}}"),
        "SU-10: what nobody knows is ignored");
    rig.client().cancel(1000);
    rig.client().cancel(1001);
  }

  @Test
  void su_02_nothing_comes_before_the_acknowledgement_and_nothing_is_lost_behind_it() {
    try (Rig rig = start().settled()) {
      Editor editor = new Editor(rig.project());
      Notices notices = new Notices(rig.process());
      for (int i = 0; i < 10; i++) {
        // A change on its way, and then the request: whichever is first.
        addResource(editor, "before-" + i);
        notices.say(Integer.toString(1000 + i), "'notifications':" + ALL);
        notices.await(ACKNOWLEDGED, Integer.toString(1000 + i), 0, PATIENCE);
        long now = addTool(editor, "behind-" + i);
        Line line = notices.await(TOOLS, Integer.toString(1000 + i), 0, PATIENCE);
        Mark.atMost("a change", Duration.ofNanos(line.nanos() - now), Notices.WITHIN);
        notices.assertAcknowledgedFirst(Integer.toString(1000 + i));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-5", "9007199254740993", "''", "'7'", "'a \\\"b\\\" \u00e9'"})
  void su_03_the_id_of_the_request_is_on_every_notice_as_it_was(String id) {
    Notices notices = new Notices(shared.process());
    notices.listen(id, ALL);
    String tag = id.replace('\'', '"');
    String tool = "for-" + HexFormat.of().formatHex(id.getBytes(UTF_8));
    notices.reach(addTool(new Editor(shared.project()), tool), TOOLS, tag);
    JsonNode params = notices.of(TOOLS, tag).get(0).get("params");
    assertEquals(Messages.value(id), params.get("_meta").get(SUBSCRIPTION_ID));
  }

  @Test
  void su_04_and_su_07_each_hears_what_it_has_asked_for_and_nothing_else() {
    try (Rig rig = start()) {
      Editor editor = new Editor(rig.project());
      Notices notices = new Notices(rig.process());
      String note = note(rig);
      notices.listen("1001", "{'toolsListChanged':true}");
      notices.listen("1002", "{'promptsListChanged':true}");
      notices.listen("1003", "{'resourcesListChanged':true}");
      notices.listen("1004", "{'resourceSubscriptions':['" + note + "']}");
      notices.listen("1005", ALL);
      Editor here = editor;
      notices.reach(addTool(here, "new"), TOOLS, "1001", "1005");
      notices.reach(addPrompt(here, "new"), PROMPTS, "1002", "1005");
      notices.reach(addResource(here, "new"), RESOURCES, "1003", "1005");
      notices.reach(here.put("resources/note.txt", "two\n"), UPDATED, "1004");
      notices.assertNoMore();
      JsonNode updated = notices.of(UPDATED, "1004").get(0);
      assertEquals(note, updated.at("/params/uri").asString(""), updated.toString());
    }
  }

  @Test
  void su_05_log_lines_and_progress_are_for_their_call_alone() {
    Rig rig = RIGS.of(Revision.V2026_07_28);
    Notices notices = new Notices(rig.process());
    notices.listen("1000", ALL);
    ObjectNode call = Messages.callTool("talks", "{'token':'x'}");
    call.set(
        "_meta", Messages.json("{'progressToken':'p','io.modelcontextprotocol/logLevel':'debug'}"));
    assertFalse(rig.client().call("tools/call", call).failed());
    for (String method : List.of("notifications/message", "notifications/progress")) {
      List<JsonNode> said = rig.process().transcript().heard(method);
      assertFalse(said.isEmpty(), "control: " + method);
      for (JsonNode message : said) {
        assertEquals(Notices.SESSION, Notices.tag(message), message.toString());
      }
    }
    rig.client().cancel(1000);
  }

  @Test
  void su_08_and_cn_07_a_cancelled_one_is_silent_and_its_id_is_free() {
    try (Rig rig = start()) {
      Editor editor = new Editor(rig.project());
      Notices notices = new Notices(rig.process());
      notices.listen("1000", ALL);
      notices.listen("'1000'", ALL);
      rig.client().cancel(1000);
      rig.client().ping(); // it has been read
      notices.reach(addTool(editor, "new"), TOOLS, "\"1000\"");
      notices.assertNoMore();
      assertEquals(0, rig.process().transcript().responses("1000").size());
      assertEquals(List.of(), rig.process().transcript().heard("notifications/cancelled"));
      assertEquals(
          Messages.json("{'promptsListChanged':true}"),
          notices.listen("1000", "{'promptsListChanged':true}"));
      notices.reach(addPrompt(editor, "new"), PROMPTS, "1000", "\"1000\"");
      notices.assertNoMore();
    }
  }

  static Stream<End> ends() {
    return Size.first(1, End.END_OF_INPUT, End.TERM);
  }

  @ParameterizedTest
  @MethodSource("ends")
  void su_09_at_the_end_each_gets_its_result_and_then_the_word_that_it_is_over(End end) {
    try (Rig rig = start().settled()) {
      Notices notices = new Notices(rig.process());
      notices.listen("1000", ALL);
      notices.listen("'a'", ALL);
      List<Proc> family = rig.family();
      end.act.accept(rig.process());
      Transcript transcript = rig.process().transcript();
      assertTrue(transcript.awaitEnd(Deadline.in(PATIENCE)));
      for (String id : List.of("1000", "\"a\"")) {
        List<Line> results = transcript.responses(id);
        assertEquals(1, results.size(), id + ": " + results);
        JsonNode result = results.get(0).json().orElseThrow().path("result");
        assertEquals("complete", result.path("resultType").asString(""), result.toString());
        assertEquals(id, Json.text(result.path("_meta").path(SUBSCRIPTION_ID)), result.toString());
        assertTrue(
            transcript.received().indexOf(results.get(0)) < cancelled(transcript, id),
            "the result comes first: " + transcript.received());
      }
      assertEquals(2, transcript.heard("notifications/cancelled").size(), "CN-05");
      assertEquals(OptionalInt.of(end.code), rig.process().awaitExit(Deadline.in(PATIENCE)));
      rig.assertNothing(family, PATIENCE);
    }
  }

  /** Where a request is said to be over. */
  private static int cancelled(Transcript transcript, String id) {
    List<Line> received = transcript.received();
    for (int i = 0; i < received.size(); i++) {
      JsonNode message = received.get(i).json().orElseThrow();
      if (message.path("method").asString("").equals("notifications/cancelled")
          && Json.text(message.at("/params/requestId")).equals(id)) {
        return i;
      }
    }
    throw new AssertionError("nobody says that " + id + " is over: " + received);
  }

  @Test
  void su_11_a_resource_may_come_later() {
    Rig rig = RIGS.of(Revision.V2026_07_28);
    Editor editor = new Editor(rig.project());
    Notices notices = new Notices(rig.process());
    String later = note(rig).replace("note.txt", "later.txt");
    String wanted = "{'resourceSubscriptions':['" + later + "']}";
    assertEquals(Messages.json(wanted), notices.listen("1000", wanted));
    notices.reach(editor.put("resources/later.txt", "one\n"), UPDATED, "1000");
    notices.reach(editor.put("resources/later.txt", "two\n"), UPDATED, "1000");
    notices.assertNoMore();
    rig.client().cancel(1000);
  }

  @Test
  void su_11_what_is_hidden_and_what_is_missing_look_the_same() {
    Rig rig = RIGS.of(Revision.V2026_07_28);
    Notices notices = new Notices(rig.process());
    JsonNode hidden = notices.listen("1000", "{'resourceSubscriptions':['file:///etc/passwd']}");
    JsonNode missing = notices.listen("1001", "{'resourceSubscriptions':['file:///etc/no-such']}");
    assertEquals(Json.text(missing).replace("no-such", "passwd"), Json.text(hidden), "an oracle");
    rig.client().cancel(1000);
    rig.client().cancel(1001);
  }

  @Test
  void su_12_of_many_changes_in_a_row_the_last_is_never_lost() {
    try (Rig rig = start().settled()) {
      Editor editor = new Editor(rig.project());
      Notices notices = new Notices(rig.process());
      notices.listen("1000", ALL);
      long last = 0;
      for (int i = 0; i < EDITS; i++) {
        last = addPrompt(editor, "burst-%02d".formatted(i));
      }
      long end = last;
      Line told =
          rig.process()
              .transcript()
              .await(
                  line ->
                      line.nanos() >= end
                          && line.json().orElseThrow().path("method").asString("").equals(PROMPTS),
                  Deadline.in(PATIENCE))
              .orElseThrow();
      Mark.atMost("the last of many", Duration.ofNanos(told.nanos() - end), Notices.WITHIN);
      ObjectNode params = Json.object().put("limit", 2 * EDITS);
      // What was told last is listed, though what was told before it may have been less.
      assertTrue(
          Poll.until(
              Deadline.in(PATIENCE),
              () ->
                  Listed.PROMPTS
                      .names(Listed.PROMPTS.page(rig.client(), params.deepCopy()))
                      .contains("burst-%02d".formatted(EDITS - 1))));
      int count = notices.count(PROMPTS, "1000");
      assertTrue(count <= EDITS, count + " notices");
      System.out.printf("[measured] %d changes in a row: %d notices%n", EDITS, count);
    }
  }

  @Test
  void su_13_who_listens_takes_no_helper_and_counts_for_nothing() {
    try (Rig rig = start().settled()) {
      Notices notices = new Notices(rig.process());
      for (int i = 0; i < 20; i++) {
        notices.listen(Integer.toString(1000 + i), ALL);
      }
      Job job = rig.beginTool("hold", 1);
      rig.client().cancel(job.id());
      rig.assertGone(job, PATIENCE);
      rig.assertCalm();
      rig.process().closeStdin();
      long begun = System.nanoTime();
      assertEquals(OptionalInt.of(0), rig.process().awaitExit(Deadline.in(PATIENCE)));
      Mark.atMost(
          "an end while 20 listen",
          Duration.ofNanos(System.nanoTime() - begun),
          Duration.ofSeconds(1));
    }
  }

  @Test
  void su_10_without_an_envelope_there_is_no_such_method_and_no_session_is_opened_by_listening() {
    try (Conversation server = open()) {
      Editor editor = new Editor(server.project());
      Notices notices = new Notices(server.process());
      notices.listen("7", ALL); // the very first line
      Said.error(-32000, "8", server.ask(Requests.request("8", "tools/list", "")));
      server.initialized(Revision.V2025_11_25);
      Said.error(
          -32601,
          "9",
          server.ask(Requests.request("9", "subscriptions/listen", "'notifications':" + ALL)));
      notices.reach(addTool(editor, "new"), TOOLS, "7", Notices.SESSION);
      notices.assertNoMore();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "'notifications':['toolsListChanged']",
        "'notifications':{'toolsListChanged':'true'}",
        "'notifications':{'resourceSubscriptions':[7]}"
      })
  void su_10_params_that_do_not_fit_are_invalid_and_not_acknowledged(String params) {
    Notices notices = new Notices(shared.process());
    int acknowledged = notices.count(ACKNOWLEDGED, "7");
    String members = params.isEmpty() ? Requests.ENVELOPE : params + "," + Requests.ENVELOPE;
    Said.error(-32602, "7", shared.ask(Requests.request("7", "subscriptions/listen", members)));
    assertEquals(acknowledged, notices.count(ACKNOWLEDGED, "7"));
    notices.listen("7", ALL); // the id is free
    shared.say("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':7}}");
    shared.exchange(); // it has been read
  }

  @Test
  void su_10_no_client_opens_as_many_as_it_likes() {
    try (Conversation server = open()) {
      Notices notices = new Notices(server.process());
      int heard = server.process().transcript().received().size();
      for (int i = 0; i < TOO_MANY; i++) {
        notices.say(Integer.toString(i), "'notifications':" + ALL);
      }
      server.exchange(); // all of them have been read
      // Those that came while the project was being read are answered beside those that came later:
      // until all of them are, one of them may take the room that another leaves.
      assertTrue(
          Poll.until(
              Deadline.in(PATIENCE),
              () -> server.process().transcript().received().size() > heard + TOO_MANY));
      List<String> open =
          server.process().transcript().heard(ACKNOWLEDGED).stream().map(Notices::tag).toList();
      assertTrue(open.size() >= 16, "so many may listen: " + open.size());
      // For the same reason it need not be the last ones that are refused.
      List<String> refused =
          IntStream.range(0, TOO_MANY)
              .mapToObj(Integer::toString)
              .filter(id -> !open.contains(id))
              .toList();
      assertFalse(refused.isEmpty(), "all of them may listen");
      for (String id : refused) {
        notices.assertRefused(id, -32603);
      }
      server.say(
          "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':%s}}"
              .formatted(open.get(0)));
      notices.listen(Integer.toString(TOO_MANY), ALL); // there is room again
    }
  }

  private static String note(Rig rig) {
    return Listed.RESOURCES.item(rig.client(), "note").get("uri").stringValue();
  }

  private static Conversation open() {
    return Conversation.open(ListenTests::project, launcher -> launcher.workers(1, 1));
  }

  private static Rig start() {
    return Rig.start(
        Revision.V2026_07_28,
        ListenTests::project,
        launcher -> launcher.workers(1, 1).with("--tool-grace", "0"));
  }
}
