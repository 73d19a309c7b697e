package dev.bullpen.acceptance.protocol;

import static dev.bullpen.testkit.fixture.Requests.CAPABILITIES;
import static dev.bullpen.testkit.fixture.Requests.CLIENT;
import static dev.bullpen.testkit.fixture.Requests.ENVELOPE;
import static dev.bullpen.testkit.fixture.Requests.FAST;
import static dev.bullpen.testkit.fixture.Requests.initialize;
import static dev.bullpen.testkit.fixture.Requests.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.fixture.Said;
import dev.bullpen.testkit.rig.Conversation;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * How a request decides for itself which era it belongs to, what changes the session, and what a
 * session then is; lines, ids and batches.
 */
@Tag("promise")
class HandshakeTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(project -> {}, launcher -> launcher.workers(2, 2));

  private static final String INITIALIZED =
      "{'jsonrpc':'2.0','method':'notifications/initialized'}";
  private static final Duration PROMPT = Duration.ofMillis(200);
  private static final List<String> IDS =
      List.of(
          "1",
          "'1'",
          "0",
          "-5",
          "''",
          "9007199254740993",
          "123456789012345678901234567890",
          "'" + "x".repeat(200) + "'",
          "'caf\u00e9 \ud83d\ude00'");

  static Stream<Revision> withHandshake() {
    return Revision.tested().filter(Revision::handshake);
  }

  @ParameterizedTest
  @MethodSource("withHandshake")
  void row_07_a_version_that_is_served_is_agreed_to_once(Revision revision) {
    try (Conversation server = Conversation.open()) {
      JsonNode result = Said.result("1", server.ask(initialize("1", revision.text())));
      assertEquals(revision.text(), result.get("protocolVersion").stringValue());
      assertTrue(result.get("serverInfo").has("name"), result.toString());
      assertTrue(result.get("serverInfo").has("version"), result.toString());
      assertEquals(
          revision != Revision.V2024_11_05,
          result.get("capabilities").has("completions"),
          "CA-02: " + result);
      Said.error(-32600, "2", server.ask(initialize("2", "2024-11-05")));
      server.say(INITIALIZED);
      Said.error(-32600, "3", server.ask(initialize("3", revision.text())));
      Said.result("4", server.ask(request("4", "completion/complete", FAST)));
    }
  }

  @Test
  void rows_04_and_09_and_vn_10_what_opens_no_session_leaves_the_door_open() {
    try (Conversation server = Conversation.open()) {
      assertEquals(List.of(), server.exchange(INITIALIZED));
      Said.error(-32000, "1", server.ask(request("1", "completion/complete", FAST)));
      Said.errorWithoutId(
          -32600, server.exchange("[" + initialize("2", "2025-03-26") + "]")); // FR-13
      Said.error(-32000, "3", server.ask(request("3", "completion/complete", FAST)));
      Said.error(-32602, "0", server.ask("{'jsonrpc':'2.0','id':0,'method':'initialize'}"));
      for (String params :
          List.of(
              "",
              "'protocolVersion':7," + CLIENT,
              "'protocolVersion':'2025-11-25','capabilities':{},'clientInfo':'t'")) {
        Said.error(-32602, "4", server.ask(request("4", "initialize", params)));
      }
      Said.result("5", server.ask(request("5", "server/discover", ENVELOPE)));
      String newer = "'_meta':{'io.modelcontextprotocol/protocolVersion':'2099-01-01'}";
      Said.error(-32022, "6", server.ask(request("6", "server/discover", newer)));
      Said.result("7", server.ask(initialize("7", "2025-06-18")));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rows_01_to_21_a_request_says_for_itself_what_era_it_is_of(boolean session) {
    try (Conversation server = Conversation.open()) {
      if (session) {
        server.initialized(Revision.V2025_11_25);
      }
      Said.errorWithoutId(-32700, server.exchange("{bad json"));
      for (String line : List.of("1", "'x'", "null", "true", "{}")) {
        Said.errorWithoutId(-32600, server.exchange(line));
      }
      for (String method : List.of("initialize", "ping", "logging/setLevel", "no/such")) {
        String params = "'protocolVersion':'2025-11-25'," + CLIENT + "," + ENVELOPE;
        Said.error(-32601, "10", server.ask(request("10", method, params)));
      }
      Said.names(
          "io.modelcontextprotocol/protocolVersion",
          Said.error(
              -32602,
              "11",
              server.ask(request("11", "server/discover", "'_meta':{" + CAPABILITIES + "}"))));
      for (String version : List.of("v999.0.0", "2025-11-25", "")) {
        String claim = "'_meta':{'io.modelcontextprotocol/protocolVersion':'" + version + "'}";
        JsonNode error =
            Said.error(-32022, "12", server.ask(request("12", "server/discover", claim)));
        Said.exactly(
            "{'supported':['2026-07-28'],'requested':'" + version + "'}", error.get("data"));
      }
      Said.exactly(
          "{'jsonrpc':'2.0','id':19,'result':{}}",
          server.ask("{'jsonrpc':'2.0','id':19,'method':'ping'}"));
      JsonNode discovered = server.ask("{'jsonrpc':'2.0','id':20,'method':'server/discover'}");
      JsonNode listen = server.ask(request("21", "subscriptions/listen", "'notifications':{}"));
      if (session) {
        Said.error(-32601, "20", discovered);
        Said.error(-32601, "21", listen); // no legacy revision has it
      } else {
        Said.names("_meta", Said.error(-32602, "20", discovered));
        Said.names("_meta", Said.error(-32602, "21", listen)); // ME-02
        JsonNode error = Said.error(-32000, "22", server.ask(request("22", "tools/list", "")));
        assertEquals("Server not initialized", error.get("message").stringValue());
      }
    }
  }

  static Stream<Arguments> oddGreetings() {
    return Size.first(
        2,
        arguments(
            "2025-06-18",
            "2025-06-18",
            "'io.modelcontextprotocol/protocolVersion':'v999'," + CAPABILITIES),
        arguments("2026-07-28", "2025-11-25", "'progressToken':1"),
        arguments("latest", "2025-11-25", "'progressToken':1"));
  }

  @ParameterizedTest
  @MethodSource("oddGreetings")
  void rows_07_to_09_an_odd_meta_locks_no_client_out_and_row_08_an_unknown_version_gets_the_newest(
      String asked, String agreed, String meta) {
    try (Conversation server = Conversation.open()) {
      String params = "'protocolVersion':'" + asked + "'," + CLIENT + ",'_meta':{" + meta + "}";
      JsonNode result = Said.result("1", server.ask(request("1", "initialize", params)));
      assertEquals(agreed, result.get("protocolVersion").stringValue());
    }
  }

  @Test
  void vn_11_both_eras_are_served_in_turn_and_fr_05_an_id_comes_back_with_its_type_and_value() {
    try (Conversation server = Conversation.open().initialized(Revision.V2025_11_25)) {
      JsonNode modern =
          Said.result("1", server.ask(request("1", "completion/complete", FAST + "," + ENVELOPE)));
      JsonNode legacy = Said.result("2", server.ask(request("2", "completion/complete", FAST)));
      assertEquals("complete", modern.path("resultType").stringValue(""));
      assertEquals(Set.of("completion"), Set.copyOf(legacy.propertyNames()), legacy.toString());
      for (String id : IDS) {
        Said.result(id, server.ask(request(id, "completion/complete", FAST)));
        Said.result(id, server.ask(request(id, "completion/complete", FAST + "," + ENVELOPE)));
      }
    }
  }

  @Test
  void
      fr_11_blank_lines_a_mark_at_the_start_and_no_last_newline_are_tolerated_and_lc_05_requests_at_once() {
    try (Conversation server = Conversation.open()) {
      assertEquals(
          List.of("1", "2"),
          server
              .exchange(
                  "\ufeff{'jsonrpc':'2.0','id':1,'method':'ping'}",
                  "",
                  "   ",
                  "\r",
                  "{'jsonrpc':'2.0','id':2,'method':'ping'}\r")
              .stream()
              .map(message -> Json.text(message.path("id")))
              .toList());
      Deadline deadline = Deadline.in(McpClient.PATIENCE);
      server // requests need not wait for the handshake to end
          .process()
          .sendLine(
              (initialize("11", "2025-11-25")
                      + "\n"
                      + INITIALIZED
                      + "\n"
                      + request("12", "completion/complete", FAST)
                      + "\n"
                      + request("13", "ping", ""))
                  .replace('\'', '"'));
      for (String id : List.of("12", "13")) {
        Line answer = server.process().transcript().awaitResponse(id, deadline).orElseThrow();
        assertTrue(answer.json().orElseThrow().has("result"), answer.text());
      }
      server.process().sendRaw("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}".getBytes());
      server.process().closeStdin();
      assertTrue(server.process().transcript().awaitResponse("3", deadline).isPresent());
    }
  }

  @Test
  void fr_12_a_batch_of_2025_03_26_is_answered_by_one_array() {
    try (Conversation server = Conversation.open().initialized(Revision.V2025_03_26)) {
      server.say(
          "["
              + request("'p'", "ping", "")
              + ","
              + request("'c'", "completion/complete", FAST)
              + ",{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':9}}"
              + ",7]");
      JsonNode batch =
          server
              .process()
              .transcript()
              .await(
                  line -> line.json().filter(JsonNode::isArray).isPresent(),
                  Deadline.in(McpClient.PATIENCE))
              .orElseThrow()
              .json()
              .orElseThrow();
      assertEquals(3, batch.size(), batch.toString());
      Set<String> ids = new HashSet<>();
      batch.forEach(element -> ids.add(Json.text(element.path("id"))));
      assertTrue(ids.containsAll(Set.of("\"p\"", "\"c\"")), ids.toString());
    }
  }

  @Test
  void fr_16_a_second_request_with_an_open_id_is_refused_and_the_first_goes_on() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Job first = rig.begin(Rig.HOLD, 1);
    rig.process().send(Messages.request(first.id(), "ping", Messages.json("{}")));
    assertEquals(-32600, rig.client().await(first.id(), McpClient.PATIENCE).code().orElse(0));
    assertFalse(rig.awaitGone(first, Duration.ZERO).none(), "the first was disturbed");
    rig.client().cancel(first.id());
    rig.assertGone(first, McpClient.PATIENCE);
  }

  @Test
  void fr_15_a_ping_does_not_wait_for_what_is_slow() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Job slow = rig.begin(Rig.HOLD, 1);
    Mark.atMost("a ping beside a slow request", rig.client().ping().took(), PROMPT);
    Mark.atMost(
        "a completion beside a slow request",
        rig.client().complete(Rig.FAST, "query", "").took(),
        PROMPT);
    rig.client().cancel(slow.id());
  }

  @Test
  void fr_15_many_requests_at_once_get_one_whole_line_each() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    List<Job> jobs = IntStream.range(0, 200).mapToObj(i -> rig.send(Rig.FAST)).toList();
    for (Job job : jobs) {
      assertEquals(List.of("ok"), rig.client().await(job.id(), McpClient.PATIENCE).values());
    }
    rig.client().ping();
    jobs.forEach(job -> assertEquals(1, rig.client().answers(job.id())));
    assertTrue(
        rig.process().transcript().received().stream().allMatch(line -> line.json().isPresent()),
        "not every line was JSON");
  }
}
