package dev.bullpen.protocol.question;

import dev.bullpen.json.Json;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What makes two calls the same: method, name and arguments, in whichever order their keys are. */
final class CallBinding {
  /** Of SHA-256. */
  static final int BYTES = 32;

  private CallBinding() {}

  /** Bytes that are the same for the same call, and for no other. */
  static byte[] of(String method, String name, ObjectNode arguments) {
    // As JSON, so that no part can run into the next.
    ArrayNode call = Json.array().add(method).add(name).add(ordered(arguments));
    try {
      return MessageDigest.getInstance("SHA-256").digest(Json.bytes(call));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static JsonNode ordered(JsonNode value) {
    if (value.isObject()) {
      TreeMap<String, JsonNode> members = new TreeMap<>();
      value.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
      ObjectNode object = Json.object();
      members.forEach((name, member) -> object.set(name, ordered(member)));
      return object;
    }
    if (value.isArray()) {
      ArrayNode array = Json.array();
      value.forEach(element -> array.add(ordered(element)));
      return array;
    }
    return value;
  }
}
