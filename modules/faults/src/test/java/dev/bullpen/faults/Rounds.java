package dev.bullpen.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The rounds of a stateless call that asks its client before it completes. */
final class Rounds {
  private static final String CALL = "tools/call";

  private Rounds() {}

  /** The only thing an answer asks for: its key and the request. */
  static Map.Entry<String, JsonNode> question(Answer answer) {
    assertTrue(answer.asksForMore(), answer.message().toString());
    JsonNode requests = answer.result().path("inputRequests");
    assertEquals(1, requests.size(), answer.message().toString());
    Map.Entry<String, JsonNode> only = requests.properties().iterator().next();
    assertFalse(only.getValue().has("id"), "MR-03: " + only);
    assertFalse(only.getValue().has("jsonrpc"), "MR-03: " + only);
    assertFalse(answer.result().has("ttlMs"), "MR-13: " + answer.message());
    return only;
  }

  /** The state of an answer that asks. */
  static String state(Answer asking) {
    JsonNode state = asking.result().path("requestState");
    assertTrue(state.isString(), asking.message().toString());
    return state.stringValue();
  }

  /** The same call once more, with the answer to what was asked, given with ' for ". */
  static Answer reply(McpClient client, ObjectNode call, Answer asking, String answer) {
    return reply(client, CALL, call, asking, answer);
  }

  /** The same for a request of another method. */
  static Answer reply(
      McpClient client, String method, ObjectNode request, Answer asking, String answer) {
    ObjectNode responses = Json.object();
    responses.set(question(asking).getKey(), Messages.value(answer));
    return retry(client, method, request, state(asking), responses);
  }

  /** The same call once more. */
  static Answer retry(McpClient client, ObjectNode call, String state, JsonNode responses) {
    return retry(client, CALL, call, state, responses);
  }

  /** The same request of another method once more. */
  static Answer retry(
      McpClient client, String method, ObjectNode request, String state, JsonNode responses) {
    ObjectNode again = request.deepCopy();
    again.set("inputResponses", responses);
    again.put("requestState", state);
    return client.call(method, again);
  }
}
