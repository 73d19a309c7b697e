package dev.bullpen.project;

import dev.bullpen.json.Json;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON with the members of every object sorted by code point, as {@code jq -S} prints it. */
final class SortedJson {
  private SortedJson() {}

  static JsonNode of(JsonNode value) {
    if (value instanceof ObjectNode object) {
      Map<String, JsonNode> members = new TreeMap<>(SortedJson::compare);
      object.properties().forEach(member -> members.put(member.getKey(), of(member.getValue())));
      ObjectNode sorted = Json.object();
      members.forEach(sorted::set);
      return sorted;
    }
    if (value instanceof ArrayNode array) {
      ArrayNode sorted = Json.array();
      array.forEach(element -> sorted.add(of(element)));
      return sorted;
    }
    return value;
  }

  /** Unlike UTF-16, code points have every surrogate pair above all that is none. */
  private static int compare(String a, String b) {
    for (int i = 0; i < Math.min(a.length(), b.length()); i++) {
      char inA = a.charAt(i);
      char inB = b.charAt(i);
      if (inA != inB) {
        boolean pairInA = Character.isSurrogate(inA);
        return pairInA == Character.isSurrogate(inB) ? inA - inB : pairInA ? 1 : -1;
      }
    }
    return a.length() - b.length();
  }
}
