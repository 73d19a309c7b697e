package dev.bullpen.protocol;

import static dev.bullpen.protocol.Trees.id;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class JsonRpcTests {
  private static final JsonRpcError ERROR = JsonRpcError.parseError("no");

  @Test
  void an_answer_carries_the_id_of_its_request() {
    assertEquals(
        "{'jsonrpc':'2.0','id':'7','result':{}}", text(JsonRpc.result(id("7"), object("{}"))));
    assertEquals(
        "{'jsonrpc':'2.0','id':7,'error':{'code':-32700,'message':'Parse error: no'}}",
        text(JsonRpc.error(id(7), ERROR)));
  }

  @ParameterizedTest
  @DisplayName("FR-09: an unknown id is left out, and null in an older session")
  @EnumSource
  void an_unknown_id_is_left_out_or_null(Revision revision) {
    String without = "{'jsonrpc':'2.0','error':{'code':-32700,'message':'Parse error: no'}}";
    String isNull = without.replace("'error'", "'id':null,'error'");
    assertEquals(without, text(JsonRpc.error(Optional.empty(), ERROR, Optional.empty())));
    assertEquals(
        revision.isSince(Revision.V2025_11_25) ? without : isNull,
        text(JsonRpc.error(Optional.empty(), ERROR, Optional.of(revision))));
  }

  @ParameterizedTest
  @EnumSource
  void a_known_id_is_there_in_every_session(Revision revision) {
    assertEquals(
        JsonRpc.error(id(0), ERROR),
        JsonRpc.error(Optional.of(id(0)), ERROR, Optional.of(revision)));
  }

  @Test
  void a_notification_has_no_id() {
    assertEquals("{'jsonrpc':'2.0','method':'n'}", text(JsonRpc.notification("n")));
    assertEquals(
        "{'jsonrpc':'2.0','method':'n','params':{'a':1}}",
        text(JsonRpc.notification("n", object("{'a':1}"))));
  }

  @Test
  @DisplayName("FR-12: the answers to a batch are an array, and none are no answer")
  void the_answers_to_a_batch_are_an_array() {
    ObjectNode one = JsonRpc.result(id(1), object("{}"));
    ObjectNode two = JsonRpc.error(id(2), JsonRpcError.methodNotFound("x"));
    List<byte[]> lines = List.of(JsonRpc.line(one), JsonRpc.line(two));
    assertArrayEquals(JsonRpc.line(Json.array().add(one).add(two)), JsonRpc.batch(lines));
    assertArrayEquals(JsonRpc.line(Json.array().add(one)), JsonRpc.batch(lines.subList(0, 1)));
    assertThrows(IllegalArgumentException.class, () -> JsonRpc.batch(List.of()));
  }

  @ParameterizedTest
  @DisplayName("FR-01, FR-02: one newline, at the end, whatever the text; valid UTF-8, no BOM")
  @ValueSource(strings = {"a\nb", "a\r\nb", "a\u2028b\u0085c", "a\u0000b", "💩", "\ufeff"})
  void a_line_has_one_newline_at_its_end(String text) throws JsonException {
    ObjectNode message = JsonRpc.result(id(text), Json.object().put("text", text));
    byte[] line = JsonRpc.line(message);
    String decoded = new String(line, UTF_8);
    assertEquals(decoded.length() - 1, decoded.indexOf('\n'));
    assertEquals('{', line[0]);
    assertEquals(message, Json.parse(line));
  }

  @Test
  @DisplayName("FR-02: half a surrogate pair is no UTF-8")
  void half_a_pair_in_a_line_is_the_replacement_character() throws JsonException {
    byte[] line = JsonRpc.line(JsonRpc.result(id(1), Json.object().put("\ud800", "a\udc00b")));
    assertEquals(Json.object().put("\ufffd", "a\ufffdb"), Json.parse(line).path("result"));
  }

  @Test
  @DisplayName("MR-16, LC-07: a request of the server, and its cancellation")
  void a_request_of_ours_can_be_taken_back() {
    assertEquals(
        "{'jsonrpc':'2.0','id':7,'method':'roots/list','params':{}}",
        Trees.text(JsonRpc.request(Trees.id(7), "roots/list", Trees.object("{}"))));
    for (Revision revision : Revision.LEGACY) {
      var notice = JsonRpc.cancelled(Trees.id("7"), "too late");
      assertEquals("{'requestId':'7','reason':'too late'}", Trees.text(notice.path("params")));
      Conformance.assertValid(revision, "CancelledNotification", notice);
    }
  }
}
