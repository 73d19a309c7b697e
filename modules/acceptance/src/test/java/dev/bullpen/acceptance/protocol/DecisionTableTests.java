package dev.bullpen.acceptance.protocol;

import static dev.bullpen.testkit.fixture.Requests.CAPABILITIES;
import static dev.bullpen.testkit.fixture.Requests.CLIENT;
import static dev.bullpen.testkit.fixture.Requests.ENVELOPE;
import static dev.bullpen.testkit.fixture.Requests.FAST;
import static dev.bullpen.testkit.fixture.Requests.VERSION;
import static dev.bullpen.testkit.fixture.Requests.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Said;
import dev.bullpen.testkit.rig.Conversation;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * How a request decides for itself which era it belongs to: the rows that leave the session as it
 * is, each before any handshake and in a session of 2025-11-25.
 */
class DecisionTableTests {
  /** The state of the server's legacy session. */
  enum State {
    NONE,
    READY
  }

  private static final Map<State, Conversation> SERVERS = new EnumMap<>(State.class);

  @BeforeAll
  static void open() {
    SERVERS.put(State.NONE, Conversation.open());
    SERVERS.put(State.READY, Conversation.open().initialized(Revision.V2025_11_25));
  }

  @AfterAll
  static void close() {
    SERVERS.values().forEach(Conversation::close);
  }

  @ParameterizedTest
  @EnumSource
  void row_01_what_is_no_message_gets_an_error_without_id(State state) {
    Conversation server = SERVERS.get(state);
    Said.errorWithoutId(-32700, server.exchange("{bad json"));
    for (String line : List.of("1", "'x'", "null", "true", "{}")) {
      Said.errorWithoutId(-32600, server.exchange(line));
    }
  }

  @ParameterizedTest
  @EnumSource
  void rows_04_to_06_notifications_are_never_answered(State state) {
    assertEquals(
        List.of(),
        SERVERS
            .get(state)
            .exchange(
                "{'jsonrpc':'2.0','method':'notifications/initialized'}",
                "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':99}}",
                "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{}}",
                "{'jsonrpc':'2.0','method':'notifications/cancelled','params':[1]}",
                "{'jsonrpc':'2.0','method':'no/such'}",
                "{'jsonrpc':'2.0','method':'no/such','params':{" + ENVELOPE + "}}",
                "{'jsonrpc':'2.0','method':'ping'}"));
  }

  @ParameterizedTest
  @EnumSource
  void row_10_what_the_stateless_era_has_not_got_is_not_found_with_an_envelope(State state) {
    Conversation server = SERVERS.get(state);
    String client = "'protocolVersion':'2025-11-25'," + CLIENT + "," + ENVELOPE;
    Said.error(-32601, "1", server.ask(request("1", "initialize", client)));
    for (String method :
        List.of(
            "ping",
            "logging/setLevel",
            "resources/subscribe",
            "resources/unsubscribe",
            "tasks/list")) {
      Said.error(-32601, "'m'", server.ask(request("'m'", method, ENVELOPE)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void row_11_a_claim_without_a_version_is_told_the_key(State state) {
    for (String meta :
        List.of(CAPABILITIES, CAPABILITIES + ",'io.modelcontextprotocol/protocolVersion':7")) {
      Said.names(
          "io.modelcontextprotocol/protocolVersion",
          Said.error(-32602, "11", discover(state, "11", meta)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void row_12_a_version_that_is_not_served_is_told_those_that_are(State state) {
    for (String version : List.of("v999.0.0", "2025-11-25", "2024-11-05", "")) {
      String meta = "'io.modelcontextprotocol/protocolVersion':'" + version + "'," + CAPABILITIES;
      JsonNode error = Said.error(-32022, "12", discover(state, "12", meta));
      Said.exactly("{'supported':['2026-07-28'],'requested':'" + version + "'}", error.get("data"));
      // The version comes before the rest of the envelope, so that what is newer can be told.
      String incomplete = "'io.modelcontextprotocol/protocolVersion':'" + version + "'";
      Said.error(-32022, "13", discover(state, "13", incomplete));
    }
  }

  @ParameterizedTest
  @EnumSource
  void rows_16_and_18_what_is_not_advertised_or_not_known_is_not_found(State state) {
    Conversation server = SERVERS.get(state);
    JsonNode discovered = discover(state, "16", VERSION + "," + CAPABILITIES);
    JsonNode capabilities = Said.result("16", discovered).get("capabilities");
    for (String kind : List.of("tools", "prompts", "resources")) {
      String method = kind + "/list";
      JsonNode answer = server.ask(request("'l'", method, ENVELOPE));
      if (capabilities.has(kind)) {
        Said.result("'l'", answer);
      } else {
        Said.error(-32601, "'l'", answer);
      }
    }
    Said.error(-32601, "18", server.ask(request("18", "no/such", ENVELOPE)));
  }

  @ParameterizedTest
  @EnumSource
  void row_17_a_valid_envelope_is_served_without_any_session(State state) {
    Conversation server = SERVERS.get(state);
    JsonNode result =
        Said.result("17", server.ask(request("17", "completion/complete", FAST + "," + ENVELOPE)));
    assertEquals("complete", result.path("resultType").stringValue(""), result.toString());
    assertEquals("ok", result.path("completion").path("values").path(0).stringValue(""));
  }

  @ParameterizedTest
  @EnumSource
  void row_19_a_ping_without_claim_is_always_answered(State state) {
    Said.exactly(
        "{'jsonrpc':'2.0','id':19,'result':{}}",
        SERVERS.get(state).ask("{'jsonrpc':'2.0','id':19,'method':'ping'}"));
  }

  @ParameterizedTest
  @EnumSource
  void row_20_discover_without_claim_is_told_what_is_missing(State state) {
    JsonNode answer =
        SERVERS.get(state).ask("{'jsonrpc':'2.0','id':20,'method':'server/discover'}");
    if (state == State.NONE) {
      Said.names("_meta", Said.error(-32602, "20", answer));
    } else {
      Said.error(-32601, "20", answer);
    }
  }

  @ParameterizedTest
  @EnumSource
  void row_21_a_known_method_without_claim_needs_a_session(State state) {
    Conversation server = SERVERS.get(state);
    JsonNode completion = server.ask(request("21", "completion/complete", FAST));
    JsonNode list = server.ask(request("22", "tools/list", ""));
    JsonNode listen = server.ask(request("23", "subscriptions/listen", "'notifications':{}"));
    if (state == State.NONE) {
      JsonNode error = Said.error(-32000, "21", completion);
      assertEquals("Server not initialized", error.get("message").stringValue());
      assertTrue(error.get("data").stringValue().contains("_meta"), error::toString);
      assertTrue(error.get("data").stringValue().contains("initialize"), error::toString);
      Said.error(-32000, "22", list);
      Said.names("_meta", Said.error(-32602, "23", listen)); // ME-02
    } else {
      Said.error(-32601, "23", listen); // no legacy revision has it
      Said.result("21", completion);
    }
  }

  private static JsonNode discover(State state, String id, String meta) {
    return SERVERS.get(state).ask(request(id, "server/discover", "'_meta':{" + meta + "}"));
  }
}
