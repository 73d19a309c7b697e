package dev.bullpen.acceptance.protocol;

import static dev.bullpen.testkit.fixture.Requests.CAPABILITIES;
import static dev.bullpen.testkit.fixture.Requests.CLIENT;
import static dev.bullpen.testkit.fixture.Requests.ENVELOPE;
import static dev.bullpen.testkit.fixture.Requests.FAST;
import static dev.bullpen.testkit.fixture.Requests.initialize;
import static dev.bullpen.testkit.fixture.Requests.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Said;
import dev.bullpen.testkit.rig.Conversation;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The rows of the decision table that change the session, and what a session then is. */
@Tag("promise")
class HandshakeTests {
  private static final String INITIALIZED =
      "{'jsonrpc':'2.0','method':'notifications/initialized'}";

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "V2026_07_28")
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

  @ParameterizedTest
  @ValueSource(strings = {"2026-07-28", "latest"})
  void row_08_any_other_version_gets_the_newest_with_a_handshake(String version) {
    try (Conversation server = Conversation.open()) {
      JsonNode result = Said.result("1", server.ask(initialize("1", version)));
      assertEquals("2025-11-25", result.get("protocolVersion").stringValue());
    }
  }

  @Test
  void row_09_ill_formed_params_leave_the_door_open() {
    try (Conversation server = Conversation.open()) {
      Said.error(-32602, "0", server.ask("{'jsonrpc':'2.0','id':0,'method':'initialize'}"));
      for (String params :
          List.of(
              "",
              "'protocolVersion':7," + CLIENT,
              "'protocolVersion':'2025-11-25','capabilities':{},'clientInfo':'t'")) {
        Said.error(-32602, "1", server.ask(request("1", "initialize", params)));
      }
      Said.result("2", server.ask(initialize("2", "2025-06-18")));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'io.modelcontextprotocol/protocolVersion':'v999'," + CAPABILITIES,
        "'progressToken':1"
      })
  void rows_07_to_09_an_odd_meta_locks_nobody_out(String meta) {
    try (Conversation server = Conversation.open()) {
      String params = "'protocolVersion':'2025-06-18'," + CLIENT + ",'_meta':{" + meta + "}";
      JsonNode result = Said.result("1", server.ask(request("1", "initialize", params)));
      assertEquals("2025-06-18", result.get("protocolVersion").stringValue());
    }
  }

  @Test
  void row_04_initialized_without_initialize_opens_nothing() {
    try (Conversation server = Conversation.open()) {
      assertEquals(List.of(), server.exchange(INITIALIZED));
      Said.error(-32000, "1", server.ask(request("1", "completion/complete", FAST)));
    }
  }

  @Test
  void lc_05_requests_need_not_wait_for_the_handshake_to_end() {
    try (Conversation server = Conversation.open()) {
      server
          .process()
          .sendLine(
              (initialize("1", "2025-11-25")
                      + "\n"
                      + INITIALIZED
                      + "\n"
                      + request("2", "completion/complete", FAST)
                      + "\n"
                      + request("3", "ping", ""))
                  .replace('\'', '"'));
      Said.result("3", server.ask(request("3", "ping", "")));
      assertTrue(
          server
              .process()
              .transcript()
              .awaitResponse("2", Deadline.in(Duration.ofSeconds(20)))
              .isPresent());
    }
  }

  @Test
  void vn_10_a_modern_probe_does_not_disturb_a_later_handshake() {
    try (Conversation server = Conversation.open()) {
      Said.result("1", server.ask(request("1", "server/discover", ENVELOPE)));
      Said.error(
          -32022,
          "2",
          server.ask(
              request(
                  "2",
                  "server/discover",
                  "'_meta':{'io.modelcontextprotocol/protocolVersion':'2099-01-01'}")));
      Said.result("3", server.ask(initialize("3", "2025-06-18")));
    }
  }

  @Test
  void vn_11_both_eras_are_served_in_turn_and_neither_leaks_into_the_other() {
    try (Conversation server = Conversation.open().initialized(Revision.V2025_11_25)) {
      JsonNode modern =
          Said.result("1", server.ask(request("1", "completion/complete", FAST + "," + ENVELOPE)));
      JsonNode legacy = Said.result("2", server.ask(request("2", "completion/complete", FAST)));
      assertEquals("complete", modern.path("resultType").stringValue(""));
      assertEquals(Set.of("completion"), Set.copyOf(legacy.propertyNames()), legacy.toString());
    }
  }
}
