package dev.bullpen.acceptance.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.HttpReply.Event;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.AgreeableClient;
import dev.bullpen.testkit.fixture.Editor;
import dev.bullpen.testkit.fixture.Notices;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.HttpSession;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ToolScripts;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Clients of 2025-03-26 to 2025-11-25 have sessions, which outlive their connections. */
@Tag("promise")
class LegacySessionTests {
  @AutoClose
  static final HttpRig RIG =
      HttpRig.start(TalkingTools::project, launcher -> launcher.workers(2, 4));

  @ParameterizedTest
  @EnumSource(names = {"V2025_03_26", "V2025_06_18", "V2025_11_25"})
  void a_greeting_begins_a_session_with_an_id_of_its_own(Revision revision) {
    HttpSession session = RIG.session(revision, "{}");
    assertTrue(session.id().matches("[!-~]{22,}"), session.id());
    assertNotEquals(session.id(), RIG.session(revision, "{}").id());
    HttpReply reply = session.tool("hello", "{}");
    assertEquals("hello\n", reply.response().at("/result/content/0/text").asString(""));
    assertEquals(200, reply.status());
    HttpReply unversioned =
        RIG.send(session.post(RIG.request("ping", Json.object())).without("MCP-Protocol-Version"));
    assertTrue(unversioned.response().has("result"));
  }

  @ParameterizedTest
  @CsvSource({
    "POST, -Mcp-Session-Id, 400",
    "POST, Mcp-Session-Id: no-such, 404",
    "POST, MCP-Protocol-Version: 1999-01-01, 400",
    "POST, MCP-Protocol-Version: x, 400",
    "GET, -Mcp-Session-Id, 405",
    "GET, Mcp-Session-Id: no-such, 404",
    "GET, Accept: application/json, 406",
    "GET, MCP-Protocol-Version: x, 400",
    "DELETE, -Mcp-Session-Id, 400",
    "DELETE, Mcp-Session-Id: no-such, 404",
    "DELETE, MCP-Protocol-Version: x, 400",
  })
  void who_names_no_session_or_no_revision_is_refused(String method, String edit, int status) {
    HttpSession session = RIG.session(Revision.V2025_11_25, "{}");
    HttpCall call =
        method.equals("POST")
            ? session.post(RIG.request("tools/list", Json.object()))
            : session.bare(method);
    HttpReply reply = RIG.send(call.edited(edit));
    assertEquals(status, reply.status());
    JsonNode response = reply.response();
    assertEquals(method.equals("POST"), response.has("id"), response.toString());
    int code = response.at("/error/code").asInt(0);
    assertTrue(code > -32020 || code < -32099, "an error of the stateless era: " + code);
  }

  @Test
  void what_ends_with_delete_ends_whole() {
    HttpSession session = RIG.session(Revision.V2025_11_25, "{}");
    HttpReply stream = session.listen();
    String token = RIG.freshToken();
    HttpReply running = session.tool("hold", "{'token':'" + token + "'}");
    Job job = RIG.ready(token, 1);
    assertEquals(200, RIG.send(session.bare("DELETE")).status());
    RIG.assertGone(job);
    assertEquals(-32603, running.response().at("/error/code").asInt(0));
    assertEquals(List.of(), stream.messages());
    for (HttpCall call :
        List.of(
            session.post(RIG.request("ping", Json.object())),
            session.bare("GET"),
            session.bare("DELETE"))) {
      assertEquals(404, RIG.send(call).status());
    }
  }

  /** A question that its client did not get: it may come back for it, until it says otherwise. */
  @Test
  void a_script_waits_for_an_answer_though_the_connection_is_gone_but_not_without_its_session() {
    HttpSession session = RIG.session(Revision.V2025_11_25, AgreeableClient.CAPABILITIES);
    HttpConnection connection = RIG.connect();
    String token = RIG.freshToken();
    String other = RIG.freshToken();
    HttpReply lost = RIG.send(connection, session.post(asksLate(token)));
    String primer = lost.next().orElseThrow().id();
    RIG.ready(token, 1);
    connection.close();
    HttpReply stays = RIG.send(session.post(asksLate(other)));
    RIG.ready(other, 1);
    RIG.gate().letThrough(token, "ask");
    Job asking = RIG.ready(token, 2);
    JsonNode question = session.resume(primer).nextMessage();
    assertEquals("elicitation/create", question.path("method").asString(""));
    RIG.gate().letThrough(other, "ask");
    assertEquals("elicitation/create", stays.nextMessage().path("method").asString(""));
    assertEquals(200, RIG.send(session.bare("DELETE")).status());
    RIG.assertGone(asking);
    RIG.assertGone(RIG.ready(other, 2));
  }

  private static ObjectNode asksLate(String token) {
    return RIG.request("tools/call", Messages.callTool("asks-late", "{'token':'" + token + "'}"));
  }

  @Test
  void the_stream_of_a_session_has_what_belongs_to_no_request_and_no_answers() {
    HttpSession session = RIG.session(Revision.V2025_11_25, "{}");
    HttpReply stream = session.listen();
    HttpReply other = RIG.session(Revision.V2025_06_18, "{}").listen();
    Event primer = stream.next().orElseThrow();
    assertEquals("", primer.data());
    assertFalse(primer.id().isEmpty());
    session.tool("hello", "{}").response();
    new Editor(RIG.project()).put("tools/new", made -> made.tool("new", ToolScripts.HELLO));
    Event told = stream.next().orElseThrow();
    assertEquals(Notices.TOOLS, told.message().path("method").asString(""));
    assertEquals(Notices.TOOLS, other.next().orElseThrow().message().path("method").asString(""));
    assertTrue(stream.isQuiet(Notices.QUIET));
    HttpReply again = session.resume(primer.id());
    assertEquals(told, again.next().orElseThrow());
    assertEquals(List.of(), stream.rest(), "each message goes to one stream");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2025-06-18 | asks    | elicitation/create",
        "2025-11-25 | asks    | elicitation/create",
        "2025-03-26 | samples | sampling/createMessage",
        "2025-11-25 | samples | sampling/createMessage",
      })
  void a_tool_asks_on_the_stream_of_its_call(String wire, String tool, String method) {
    Revision revision = Revision.valueOf("V" + wire.replace('-', '_'));
    HttpSession session = RIG.session(revision, AgreeableClient.CAPABILITIES);
    HttpReply listening = session.listen();
    assertTrue(revision != Revision.V2025_11_25 || listening.next().isPresent(), "the primer");
    HttpReply reply = session.tool(tool, "{'token':'" + RIG.freshToken() + "'}");
    JsonNode question = reply.nextMessage();
    assertEquals(method, question.path("method").asString(""));
    session.reply(
        question,
        tool.equals("asks")
            ? "{'action':'accept','content':{'name':'Ann'}}"
            : "{'role':'assistant','content':{'type':'text','text':'Ann'},'model':'m'}");
    assertTrue(reply.response().at("/result/content/0/text").asString("").contains("Ann"));
    assertTrue(listening.isQuiet(Notices.QUIET));
  }

  @Test
  void a_client_that_takes_documents_alone_is_asked_on_the_stream_of_its_session() {
    HttpSession session = RIG.session(Revision.V2025_06_18, AgreeableClient.CAPABILITIES);
    HttpReply listening = session.listen();
    ObjectNode params = Messages.callTool("asks", "{'token':'" + RIG.freshToken() + "'}");
    HttpCall call =
        session.post(RIG.request("tools/call", params)).header("Accept", "application/json");
    HttpReply reply = RIG.send(call);
    session.reply(listening.nextMessage(), "{'action':'accept','content':{'name':'Ann'}}");
    assertTrue(reply.response().at("/result/content/0/text").asString("").contains("Ann"));
    assertFalse(reply.isEvents());
  }

  @Test
  void a_remote_client_is_not_asked_for_folders_of_its_own() {
    HttpSession session = RIG.session(Revision.V2025_06_18, "{'roots':{'listChanged':true}}");
    HttpReply stream = session.listen();
    session.say(Messages.notification("notifications/roots/list_changed", Json.object()));
    assertTrue(session.tool("hello", "{}").messages().size() == 1);
    assertTrue(stream.isQuiet(Notices.QUIET));
  }

  @Test
  void a_cancelled_call_is_ended_and_its_stream_too_without_an_answer() {
    HttpSession session = RIG.session(Revision.V2025_11_25, "{}");
    String token = RIG.freshToken();
    ObjectNode call =
        RIG.request("tools/call", Messages.callTool("hold", "{'token':'" + token + "'}"));
    HttpReply reply = RIG.send(session.post(call));
    Job job = RIG.ready(token, 1);
    session.say(
        Messages.notification(
            "notifications/cancelled", Messages.cancelled(call.get("id").longValue())));
    RIG.assertGone(job);
    assertEquals(List.of(), reply.messages());
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_03_26", "V2025_11_25"})
  void a_call_whose_connection_broke_goes_on_and_is_answered_to_who_comes_back(Revision revision) {
    HttpSession session = RIG.session(revision, "{}");
    HttpReply other = begun(session, RIG.connect(), RIG.freshToken());
    String token = RIG.freshToken();
    HttpConnection connection = RIG.connect();
    HttpReply cut = begun(session, connection, token);
    Event seen = cut.next().orElseThrow();
    seen = seen.data().isEmpty() ? cut.next().orElseThrow() : seen;
    assertEquals("half", seen.message().at("/params/message").asString(""));
    RIG.ready(token, 1);
    connection.close();
    RIG.gate().letThrough(token, "go");
    List<Event> rest = session.resume(seen.id()).rest();
    assertEquals(2, rest.size(), rest.toString());
    assertEquals(2, rest.get(0).message().at("/params/progress").asInt(0));
    assertEquals("done\n", rest.get(1).message().at("/result/content/0/text").asString(""));
    assertEquals(rest, session.resume(seen.id()).rest(), "as often as it asks");
    assertEquals(List.of(), session.resume(rest.get(1).id()).rest());
    for (String unknown : List.of("x", "99999-1", seen.id() + "0", "-1")) {
      assertEquals(400, session.resume(unknown).status(), unknown);
    }
    assertEquals(400, RIG.session(revision, "{}").resume(seen.id()).status(), "not another's");
    String waiting = tokenOf(other);
    RIG.ready(waiting, 1);
    RIG.gate().letThrough(waiting, "go");
    assertTrue(other.response().has("result"), "of the other call, whose connection stands");
  }

  private static String tokenOf(HttpReply other) {
    JsonNode progress = other.nextMessage();
    return progress.at("/params/progressToken").asString("");
  }

  /** A call on that connection that says how far it is, and waits. */
  private static HttpReply begun(HttpSession session, HttpConnection connection, String token) {
    return RIG.send(connection, session.post(reporting("live", token)));
  }

  private static ObjectNode reporting(String tool, String token) {
    ObjectNode params = Messages.callTool(tool, "{'token':'" + token + "'}");
    params.set("_meta", Messages.json("{'progressToken':'%s'}", token));
    return RIG.request("tools/call", params);
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_03_26", "V2025_11_25"})
  void what_a_call_has_reported_is_not_sent_after_its_cancel(Revision revision) {
    HttpSession session = RIG.session(revision, "{}");
    String token = RIG.freshToken();
    ObjectNode call = reporting("reports", token);
    HttpConnection connection = RIG.connect();
    HttpReply cut = RIG.send(connection, session.post(call));
    Event seen = cut.next().orElseThrow();
    seen = seen.data().isEmpty() ? cut.next().orElseThrow() : seen;
    assertEquals(1, seen.message().at("/params/progress").asInt(0));
    RIG.ready(token, 1);
    connection.close();
    RIG.gate().letThrough(token, "go");
    HttpReply back = session.resume(seen.id());
    assertEquals(2, back.nextMessage().at("/params/progress").asInt(0), "the control: it is kept");
    Job job = RIG.ready(token, 2);
    session.say(
        Messages.notification(
            "notifications/cancelled", Messages.cancelled(call.get("id").longValue())));
    RIG.assertGone(job);
    assertEquals(List.of(), back.rest());
    HttpReply again = session.resume(seen.id());
    assertEquals(200, again.status());
    assertEquals(List.of(), again.rest());
  }

  @ParameterizedTest
  @CsvSource({"2025-03-26, true", "2025-06-18, false", "2025-11-25, false"})
  void only_the_first_revision_has_batches(String wire, boolean isServed) {
    HttpSession session = RIG.session(Revision.valueOf("V" + wire.replace('-', '_')), "{}");
    ArrayNode batch =
        Json.array()
            .add(RIG.request("ping", Json.object()))
            .add(Messages.notification("notifications/no-such", Json.object()))
            .add(RIG.request("no/such", Json.object()));
    HttpReply reply = RIG.send(session.post(batch));
    if (!isServed) {
      assertEquals(400, reply.status(), reply.body());
      return;
    }
    assertEquals(200, reply.status());
    assertEquals(2, reply.messages().stream().mapToInt(m -> m.isArray() ? m.size() : 1).sum());
    session.say(Json.array().add(batch.get(1)));
  }

  @Test
  void both_eras_are_served_side_by_side() {
    HttpSession session = RIG.session(Revision.V2025_11_25, "{}");
    HttpReply modern = RIG.send(RIG.tool("hello", "{}").header(HttpCall.SESSION_ID, session.id()));
    assertEquals("complete", modern.response().at("/result/resultType").asString(""));
    assertFalse(session.tool("hello", "{}").response().path("result").has("resultType"));
  }

  @Tag("slow")
  @Test
  void without_sessions_each_post_stands_alone() {
    try (HttpRig rig =
        HttpRig.start(
            TalkingTools::project,
            launcher -> launcher.workers(1, 1).with("--legacy-sessions", "off"))) {
      HttpSession none = rig.session(Revision.V2025_03_26, "{}");
      assertEquals("", none.id());
      for (String edit : List.of("-MCP-Protocol-Version", "MCP-Protocol-Version: 2025-03-26")) {
        ObjectNode call = rig.request("tools/call", Messages.callTool("hello", "{}"));
        HttpReply reply = rig.send(none.post(call).without(HttpCall.SESSION_ID).edited(edit));
        assertEquals("hello\n", reply.response().at("/result/content/0/text").asString(""));
      }
      for (String method : List.of("GET", "DELETE")) {
        HttpReply refused = rig.send(none.bare(method).header(HttpCall.SESSION_ID, "x"));
        assertEquals(405, refused.status());
        assertEquals("POST", refused.header("Allow"));
      }
    }
  }
}
