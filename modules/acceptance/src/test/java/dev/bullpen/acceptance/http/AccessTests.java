package dev.bullpen.acceptance.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Editor;
import dev.bullpen.testkit.fixture.Notices;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.HttpSession;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Each client sees and uses what its token names. */
class AccessTests {
  private static final String WIDE = "w".repeat(40);
  private static final String NARROW = "n".repeat(40);
  private static final String NARROWED = "d".repeat(40);

  /** The server checks the rights of a stream every 15 seconds, and says nothing in between. */
  private static final Duration CHECKED_WITHIN = Duration.ofSeconds(60);

  @TempDir static Path shared;
  @TempDir Path folder;

  /** For the tests that leave it as it was. */
  private static HttpRig rig;

  @BeforeAll
  static void start() throws IOException {
    Path tokens =
        TokenFile.write(
            shared.resolve("tokens"),
            """
            {"name": "alice", "sha256": "%s", "tools": ["*"], "prompts": ["*"],
             "concurrentCalls": 1}
            """
                .formatted(TokenFile.hash(WIDE)),
            """
            {"name": "alice", "sha256": "%s", "tools": ["hel*"]}
            """
                .formatted(TokenFile.hash(NARROW)));
    rig =
        HttpRig.start(
            project -> project.tool("hello", ToolScripts.HELLO).tool("wait", ToolScripts.WAIT),
            launcher -> launcher.workers(1, 2).with("--token-file", tokens.toString()),
            Optional.of(WIDE));
  }

  @AfterAll
  static void end() {
    rig.close();
  }

  private static HttpCall by(String token, HttpCall call) {
    return call.header("Authorization", "Bearer " + token);
  }

  @Test
  void who_has_no_token_or_a_wrong_one_is_not_served() {
    HttpReply none = rig.send(rig.modern("tools/list", Json.object()).header("Authorization", ""));
    assertEquals(401, none.status());
    assertTrue(none.header("WWW-Authenticate").startsWith("Bearer"));
    assertEquals(401, rig.send(by("x".repeat(40), rig.tool("hello", "{}"))).status());
    assertEquals(200, rig.send(rig.tool("hello", "{}")).status());
  }

  @Test
  void what_a_token_does_not_name_does_not_exist_for_its_client() {
    HttpReply list = rig.send(by(NARROW, rig.modern("tools/list", Json.object())));
    assertEquals(1, list.response().path("result").path("tools").size());
    String denied = error(rig, "wait");
    assertEquals(error(rig, "none").replace("none", "wait"), denied);
    assertTrue(
        rig.send(by(NARROW, rig.tool("hello", "{}"))).response().path("result").has("content"));
  }

  private static String error(HttpRig rig, String tool) {
    return rig.send(by(NARROW, rig.tool(tool, "{}"))).response().path("error").toString();
  }

  @Test
  void a_stream_ends_when_its_own_token_is_removed_or_may_use_less_and_no_other_does()
      throws IOException {
    String stays = entry("bob", NARROW, "*");
    Path tokens =
        TokenFile.write(
            folder.resolve("tokens"),
            entry("bob", WIDE, "*"),
            stays,
            entry("alice", NARROWED, "*"));
    try (HttpRig own =
        HttpRig.start(
            project -> project.file("resources/note.txt", "one\n"),
            launcher -> launcher.workers(1, 1).with("--token-file", tokens.toString()),
            Optional.of(WIDE))) {
      HttpSession session = own.session(Revision.V2025_11_25, "{}");
      HttpReply stream = own.send(own.connect(CHECKED_WITHIN), session.bare("GET"));
      assertTrue(stream.next().isPresent(), "the primer");
      HttpCall resume = session.bare("GET").header("Last-Event-ID", "0-999");
      assertEquals(400, own.send(by(NARROW, resume)).status());
      HttpReply narrowed = listen(own, NARROWED);
      HttpReply other = listen(own, NARROW);
      Path after =
          TokenFile.write(folder.resolve("after"), stays, entry("alice", NARROWED, "none"));
      Files.move(after, tokens, StandardCopyOption.REPLACE_EXISTING);
      assertBreaksOff(stream);
      assertBreaksOff(narrowed);
      assertEquals(401, own.send(session.bare("GET")).status());
      new Editor(own.project()).put("resources/note.txt", "two\n");
      assertEquals(Notices.UPDATED, other.nextMessage().path("method").asString(""));
    }
  }

  private static String entry(String name, String token, String resources) {
    return "{\"name\": \"%s\", \"sha256\": \"%s\", \"resources\": [\"%s\"], \"prompts\": [\"*\"]}"
        .formatted(name, TokenFile.hash(token), resources);
  }

  private static void assertBreaksOff(HttpReply stream) {
    Throwable end = assertThrows(UncheckedIOException.class, stream::next).getCause();
    assertInstanceOf(EOFException.class, end, "the connection has been closed");
  }

  @Test
  void a_session_is_no_way_to_the_rights_of_another_token() {
    HttpSession session = rig.session(Revision.V2025_11_25, "{}");
    HttpCall call = session.post(rig.request("tools/list", Json.object()));
    assertEquals(200, rig.send(call).status());
    assertEquals(404, rig.send(by(NARROW, call)).status());
  }

  /** A stream of the changes of the one resource. */
  private static HttpReply listen(HttpRig rig, String token) {
    HttpReply list = rig.send(by(token, rig.modern("resources/list", Json.object())));
    String uri = list.response().at("/result/resources/0/uri").stringValue();
    ObjectNode params = Messages.json("{'notifications':{'resourceSubscriptions':['%s']}}", uri);
    HttpReply stream =
        rig.send(
            rig.connect(CHECKED_WITHIN), by(token, rig.modern("subscriptions/listen", params)));
    JsonNode first = stream.nextMessage();
    assertEquals(Notices.ACKNOWLEDGED, first.path("method").asString(""), first.toString());
    assertEquals(
        uri, first.at("/params/notifications/resourceSubscriptions/0").asString(""), "it may");
    return stream;
  }

  @Test
  void calls_that_are_refused_use_up_no_quota() {
    HttpSession none = new HttpSession(rig, Revision.V2025_11_25, "none");
    for (int i = 0; i < 3; i++) {
      assertEquals(404, none.tool("hello", "{}").status());
    }
    assertEquals(200, rig.send(rig.tool("hello", "{}")).status());
  }

  @Test
  void beyond_its_quota_a_client_waits_for_its_own_calls() {
    String token = rig.freshToken();
    HttpReply first = rig.send(rig.tool("wait", "{'token':'" + token + "'}"));
    rig.ready(token, 1);
    assertEquals(429, rig.send(rig.tool("hello", "{}")).status());
    rig.gate().letThrough(token, "go");
    first.response();
    assertEquals(200, rig.send(rig.tool("hello", "{}")).status());
  }

  @Test
  void the_calls_of_a_batch_count_each_against_its_quota() {
    HttpSession session = rig.session(Revision.V2025_03_26, "{}");
    String token = rig.freshToken();
    ObjectNode waits = call(rig, "wait", "{'token':'" + token + "'}");
    ObjectNode hello = call(rig, "hello", "{}");
    assertEquals(429, rig.send(session.post(Json.array().add(waits).add(hello))).status());
    HttpReply first = rig.send(session.post(Json.array().add(waits)));
    rig.ready(token, 1);
    assertEquals(429, rig.send(session.post(Json.array().add(hello))).status());
    rig.gate().letThrough(token, "go");
    assertTrue(Json.text(first.response()).contains("let through: go"));
    assertEquals(200, rig.send(session.post(Json.array().add(hello))).status());
  }

  private static ObjectNode call(HttpRig rig, String tool, String arguments) {
    return rig.request("tools/call", Messages.callTool(tool, arguments));
  }
}
