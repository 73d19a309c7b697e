package dev.bullpen.project.metadata;

import dev.bullpen.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON with the members of every object sorted by code point, compact, as {@code jq -cS} prints it.
 */
public final class SortedJson {
  private SortedJson() {}

  public static String text(JsonNode value) {
    StringBuilder text = new StringBuilder();
    add(text, value);
    return text.toString();
  }

  private static void add(StringBuilder text, JsonNode value) {
    if (value instanceof ObjectNode object) {
      addObject(text, object);
    } else if (value instanceof ArrayNode array) {
      text.append('[');
      for (int i = 0; i < array.size(); i++) {
        add(i == 0 ? text : text.append(','), array.get(i));
      }
      text.append(']');
    } else if (value.isString()) {
      text.append(Json.quoted(value.stringValue()));
    } else {
      text.append(Json.text(value));
    }
  }

  private static void addObject(StringBuilder text, ObjectNode object) {
    String[] names = new String[object.size()];
    int count = 0;
    for (String name : object.propertyNames()) {
      names[count++] = name;
    }
    if (count > 1) {
      Arrays.sort(names, SortedJson::compare);
    }
    text.append('{');
    for (int i = 0; i < count; i++) {
      add(
          (i == 0 ? text : text.append(',')).append(Json.quoted(names[i])).append(':'),
          object.get(names[i]));
    }
    text.append('}');
  }

  /** The order of UTF-8 is that of code points; that of UTF-16 is another one. */
  private static int compare(String a, String b) {
    return Arrays.compareUnsigned(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }
}
