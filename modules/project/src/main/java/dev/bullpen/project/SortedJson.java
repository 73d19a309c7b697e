package dev.bullpen.project;

import dev.bullpen.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON with the members of every object sorted by code point, as {@code jq -S} prints it. */
final class SortedJson {
  // UTF-8 sorts as code points do; Java's UTF-16 does not.
  private static final Comparator<String> BY_CODE_POINT =
      (a, b) ->
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

  private SortedJson() {}

  static JsonNode of(JsonNode value) {
    if (value instanceof ObjectNode object) {
      Map<String, JsonNode> members = new TreeMap<>(BY_CODE_POINT.thenComparing(String::compareTo));
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
}
