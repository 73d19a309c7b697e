package dev.bullpen.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What a server is expected to have said. */
final class Said {
  private Said() {}

  /** A whole message, with ' for ". */
  static void exactly(String expected, JsonNode message) {
    assertEquals(expected.replace('\'', '"'), Json.text(message));
  }

  /** An error with that code, for that id. */
  static JsonNode error(int code, String id, JsonNode message) {
    assertEquals(id.replace('\'', '"'), Json.text(message.path("id")), message.toString());
    return error(code, message);
  }

  /** One error with that code and without an id, and nothing else. */
  static JsonNode errorWithoutId(int code, List<JsonNode> messages) {
    assertEquals(1, messages.size(), messages.toString());
    assertTrue(!messages.get(0).has("id"), messages.toString());
    return error(code, messages.get(0));
  }

  private static JsonNode error(int code, JsonNode message) {
    assertEquals(code, message.path("error").path("code").asInt(0), message.toString());
    String sentence = message.get("error").get("message").stringValue();
    assertTrue(!sentence.isBlank(), message.toString());
    return message.get("error");
  }

  /** An error whose sentence names something. */
  static void names(String word, JsonNode error) {
    String sentence = error.get("message").stringValue();
    assertTrue(sentence.contains(word), "'" + sentence + "' does not name " + word);
  }

  /** A result, for that id. */
  static JsonNode result(String id, JsonNode message) {
    assertEquals(id.replace('\'', '"'), Json.text(message.path("id")), message.toString());
    assertTrue(message.path("result").isObject(), message.toString());
    return message.get("result");
  }
}
