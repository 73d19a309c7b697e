package dev.bullpen.acceptance.project;

import static dev.bullpen.testkit.fixture.Notices.SESSION;
import static dev.bullpen.testkit.fixture.Notices.UPDATED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Editor;
import dev.bullpen.testkit.fixture.Listed;
import dev.bullpen.testkit.fixture.Notices;
import dev.bullpen.testkit.fixture.Requests;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.fixture.Said;
import dev.bullpen.testkit.rig.Conversation;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Who has subscribed to a resource hears when it has changed: RS-08, RS-09. */
class ResourceUpdatedTests {
  private static final String NOTE = "resources/note.txt";
  private static final String OTHER = "resources/other.txt";

  /** So often in a row no machine is too busy to write over a file in an instant. */
  private static final int MOST = 20;

  private static final int CHANGES = Size.repeat(5, 20);

  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(ResourceUpdatedTests::project, launcher -> launcher.workers(1, 1));

  private static void project(ProjectFixture project) {
    project
        .file(NOTE, "one\n")
        .file(OTHER, "one\n")
        .file("resources/spoken.txt", "")
        .file("resources/spoken.meta.json", "{\"name\":\"spoken\",\"uri\":\"echo://hello\"}");
  }

  static Stream<Revision> withHandshake() {
    return Size.first(1, Revision.V2025_11_25, Revision.V2024_11_05);
  }

  @ParameterizedTest
  @MethodSource("withHandshake")
  void rs_08_a_change_is_told_once_and_after_the_end_no_more(Revision revision) {
    try (Rig rig = start(revision).settled()) {
      Editor editor = new Editor(rig.project());
      Notices notices = new Notices(rig.process());
      String note = uri(rig, "note");
      assertEquals(Json.object(), subscribe(rig, note).result());
      notices.reach(editor.put(NOTE, "two\n"), UPDATED, SESSION);
      assertEquals(note, last(notices).get("uri").stringValue());
      notices.reach(editor.overwrite(NOTE, "three\n"), UPDATED, SESSION);
      for (int again = 0; editor.wasHeldUp() && again < MOST; again++) {
        notices.expectMore(UPDATED, SESSION);
        notices.reach(editor.overwrite(NOTE, "three, " + again), UPDATED, SESSION);
      }
      editor.put(OTHER, "two\n"); // nobody has subscribed to it
      notices.assertNoMore();

      assertEquals(Json.object(), unsubscribe(rig, Json.object().put("uri", note)).result());
      editor.put(NOTE, "four\n");
      notices.assertNoMore();
      rig.assertCalm();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void su_12_a_change_right_behind_the_answer_is_not_lost(boolean session) {
    Rig rig = RIGS.of(session ? Revision.V2025_11_25 : Revision.V2026_07_28);
    Editor editor = new Editor(rig.project());
    Notices notices = new Notices(rig.process());
    String note = uri(rig, "note");
    for (int i = 0; i < CHANGES; i++) {
      String tag = session ? SESSION : Integer.toString(1000 + i);
      if (session) {
        subscribe(rig, note);
      } else {
        notices.listen(tag, "{'resourceSubscriptions':['" + note + "']}");
      }
      notices.reach(editor.put(NOTE, "change %d\n".formatted(i)), UPDATED, tag);
      if (session) {
        unsubscribe(rig, Json.object().put("uri", note));
      } else {
        rig.client().cancel(1000 + i);
        rig.client().ping(); // it has been read
      }
    }
    notices.assertNoMore();
  }

  static Stream<Boolean> withSessionOrNot() {
    return Size.first(1, true, false);
  }

  @ParameterizedTest
  @MethodSource("withSessionOrNot")
  void what_a_script_reads_is_read_again_now_and_then(boolean session) {
    try (Rig rig =
        Rig.start(
            session ? Revision.V2025_11_25 : Revision.V2026_07_28,
            project -> {
              project(project);
              project
                  .file("data/answer", "one")
                  .file("resources/asked.txt", "")
                  .file(
                      "resources/asked.meta.json",
                      "{\"name\":\"asked\",\"uri\":\"asked://x\",\"provider\":\"asked\"}")
                  .script("providers/asked.sh", "cat data/answer\n");
            },
            launcher ->
                launcher.workers(1, 1).environment("MCPBASH_RESOURCES_POLL_INTERVAL_SECS", "1"))) {
      Editor editor = new Editor(rig.project());
      Notices notices = new Notices(rig.process());
      String tag = session ? SESSION : "7";
      if (session) {
        subscribe(rig, "asked://x");
      } else {
        notices.listen(tag, "{'resourceSubscriptions':['asked://x']}");
      }
      editor.put("data/answer", "two"); // it has been read as it was before
      notices.await(UPDATED, tag, 0, McpClient.PATIENCE);
      assertEquals(
          "asked://x", notices.of(UPDATED, tag).get(0).path("params").path("uri").asString(""));
    }
  }

  @Test
  void a_name_alone_begins_and_ends_a_subscription() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Editor editor = new Editor(rig.project());
    Notices notices = new Notices(rig.process());
    rig.client().call("resources/subscribe", Json.object().put("name", "note"));
    notices.reach(editor.put(NOTE, "two\n"), UPDATED, SESSION);
    assertEquals(Json.object(), unsubscribe(rig, Json.object().put("name", "note")).result());
    editor.put(NOTE, "three\n");
    notices.assertNoMore();

    subscribe(rig, uri(rig, "note")); // by its URI this time
    subscribe(rig, uri(rig, "note")); // and once more, which is told once
    notices.reach(editor.put(NOTE, "four\n"), UPDATED, SESSION);
    assertEquals(Json.object(), unsubscribe(rig, Json.object().put("name", "other")).result());
    notices.reach(editor.put(NOTE, "five\n"), UPDATED, SESSION);
    assertEquals(Json.object(), unsubscribe(rig, Json.object().put("name", "note")).result());
    assertEquals(Json.object(), unsubscribe(rig, Json.object().put("name", "none")).result());
    editor.put(NOTE, "six\n");
    notices.assertNoMore();
  }

  @ParameterizedTest
  @MethodSource("withHandshake")
  void rs_08_what_cannot_be_read_cannot_be_subscribed_to(Revision revision) {
    Rig rig = RIGS.of(revision);
    for (String uri : List.of(uri(rig, "note") + ".not", "file:///etc/passwd", "no://such")) {
      Answer answer = subscribe(rig, uri);
      assertEquals(-32002, answer.code().orElse(0), answer.message().toString());
      assertEquals(uri, answer.data().path("uri").asString(""), answer.message().toString());
    }
    assertFalse(subscribe(rig, "echo://hello").failed(), "what never changes may be");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'uri':7}", "{'uri':null}", "{'uri':{}}"})
  void params_that_name_nothing_are_invalid(String params) {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Answer answer = rig.client().call("resources/subscribe", Messages.json(params));
    assertEquals(-32602, answer.code().orElse(0), answer.message().toString());
  }

  @Test
  void rs_08_the_end_of_what_never_began_is_no_error() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    for (String params :
        List.of(
            "{'uri':'file:///nowhere'}",
            "{'uri':'" + uri(rig, "note") + "'}",
            "{'subscriptionId':'sub-1'}")) {
      Answer answer = unsubscribe(rig, Messages.json(params));
      assertEquals(Json.object(), answer.result(), answer.message().toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"resources/subscribe", "resources/unsubscribe"})
  void rs_09_without_a_session_there_is_no_such_method(String method) {
    Rig rig = RIGS.of(Revision.V2026_07_28);
    Answer answer = rig.client().call(method, Json.object().put("uri", uri(rig, "note")));
    assertEquals(-32601, answer.code().orElse(0), answer.message().toString());
  }

  @Test
  void a_removal_is_a_change_and_so_is_a_return() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Editor editor = new Editor(rig.project());
    Notices notices = new Notices(rig.process());
    subscribe(rig, uri(rig, "note"));
    long removed = editor.take(NOTE);
    notices.reach(removed, UPDATED, SESSION);
    notices.reach(removed, Notices.RESOURCES, SESSION);
    long back = editor.put(NOTE, "one again\n");
    notices.reach(back, UPDATED, SESSION);
    notices.reach(back, Notices.RESOURCES, SESSION);
    notices.assertNoMore();
    unsubscribe(rig, Json.object().put("uri", uri(rig, "note")));
  }

  @Test
  void who_ends_a_subscription_before_the_session_is_ready_is_told_nothing() {
    try (Conversation server =
        Conversation.open(ResourceUpdatedTests::project, launcher -> launcher.workers(1, 1))) {
      Editor editor = new Editor(server.project());
      server.ask(Requests.initialize("0", "2025-11-25"));
      Notices notices = new Notices(server.process());
      JsonNode list = server.ask(Requests.request("1", "resources/list", ""));
      String note = list.at("/result/resources/0/uri").asString("");
      String other = list.at("/result/resources/1/uri").asString("");
      for (String uri : List.of(note, other)) {
        server.ask(Requests.request("3", "resources/subscribe", "'uri':'" + uri + "'"));
      }
      notices.listen("7", "{'resourceSubscriptions':['" + note + "','" + other + "']}");
      notices.reach(editor.put(NOTE, "two\n"), UPDATED, "7");
      notices.reach(editor.put(OTHER, "two\n"), UPDATED, "7");
      server.ask(Requests.request("4", "resources/unsubscribe", "'uri':'" + note + "'"));
      server.say("{'jsonrpc':'2.0','method':'notifications/initialized'}");
      server.exchange(); // it has been read
      assertEquals(
          List.of(other),
          notices.of(UPDATED, SESSION).stream()
              .map(notice -> notice.at("/params/uri").asString(""))
              .toList());
    }
  }

  @Test
  void su_06_a_session_and_who_listens_are_told_each_in_its_own_way() {
    try (Conversation server =
        Conversation.open(ResourceUpdatedTests::project, launcher -> launcher.workers(1, 1))) {
      Editor editor = new Editor(server.project());
      server.initialized(Revision.V2025_11_25);
      JsonNode list = server.ask(Requests.request("1", "resources/list", ""));
      String note = list.at("/result/resources/0/uri").asString("");
      assertTrue(note.endsWith("/note.txt"), list.toString());
      Notices notices = new Notices(server.process());
      notices.listen("7", "{'resourceSubscriptions':['" + note + "']}");
      // Nobody has a session's subscription yet.
      notices.reach(editor.put(NOTE, "two\n"), UPDATED, "7");
      notices.assertNoMore();
      Said.exactly(
          "{'jsonrpc':'2.0','id':2,'result':{}}",
          server.ask(Requests.request("2", "resources/subscribe", "'uri':'" + note + "'")));
      notices.reach(editor.put(NOTE, "three\n"), UPDATED, "7", SESSION);
      server.say("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':7}}");
      server.exchange(); // it has been read
      notices.reach(editor.put(NOTE, "four\n"), UPDATED, SESSION);
      notices.assertNoMore();
    }
  }

  private static JsonNode last(Notices notices) {
    List<JsonNode> all = notices.of(UPDATED, SESSION);
    return all.get(all.size() - 1).get("params");
  }

  private static String uri(Rig rig, String name) {
    return Listed.RESOURCES.item(rig.client(), name).get("uri").stringValue();
  }

  private static Answer subscribe(Rig rig, String uri) {
    return rig.client().call("resources/subscribe", Json.object().put("uri", uri));
  }

  private static Answer unsubscribe(Rig rig, ObjectNode params) {
    return rig.client().call("resources/unsubscribe", params);
  }

  private static Rig start(Revision revision) {
    return Rig.start(revision, ResourceUpdatedTests::project, launcher -> launcher.workers(1, 1));
  }
}
