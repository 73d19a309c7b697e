package dev.bullpen.project.metadata;

import dev.bullpen.json.Json;
import java.util.Arrays;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON with the members of every object sorted by code point, as {@code jq -S} prints it. */
public final class SortedJson {
  private SortedJson() {}

  public static JsonNode of(JsonNode value) {
    if (value instanceof ObjectNode object) {
      String[] names = object.propertyNames().toArray(new String[0]);
      Arrays.sort(names, SortedJson::compare);
      ObjectNode sorted = Json.object();
      for (String name : names) {
        sorted.set(name, of(object.get(name)));
      }
      return sorted;
    }
    if (value instanceof ArrayNode array) {
      ArrayNode sorted = Json.array();
      for (JsonNode element : array) {
        sorted.add(of(element));
      }
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
