package dev.bullpen.project.metadata;

import dev.bullpen.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Compact JSON with the members of every object sorted by code point, as {@code jq -cS} prints it.
 */
public final class SortedJson {
  /** UTF-8 has the order of code points, UTF-16 does not. */
  private static final Comparator<String> BY_CODE_POINT =
      Comparator.comparing(name -> name.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  private SortedJson() {}

  public static String text(JsonNode value) {
    return Json.text(sorted(value));
  }

  private static JsonNode sorted(JsonNode value) {
    if (value instanceof ObjectNode object) {
      ObjectNode sorted = Json.object();
      List<String> names = new ArrayList<>(object.propertyNames());
      names.sort(BY_CODE_POINT);
      for (String name : names) {
        sorted.set(name, sorted(object.get(name)));
      }
      return sorted;
    }
    if (value instanceof ArrayNode array) {
      ArrayNode sorted = Json.array();
      array.forEach(element -> sorted.add(sorted(element)));
      return sorted;
    }
    return value;
  }
}
