package dev.bullpen.launcher.trial;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ask.Shown;
import java.util.Iterator;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Prints the result of a tool for a person. */
final class Result {
  private static final String STEP = "  ";

  private Result() {}

  /** Prints its content, and its structured content as indented JSON in place of its text. */
  static void show(JsonNode result, Console console) {
    if (result.path("isError").booleanValue(false)) {
      console.say("the tool failed:");
    }
    JsonNode structured = result.path("structuredContent");
    for (JsonNode block : result.path("content")) {
      if (!isTextOf(block, structured)) {
        Shown.content(block, console);
      }
    }
    if (!structured.isMissingNode()) {
      indented(structured).lines().forEach(console::say);
    }
  }

  /** Whether a block repeats the structured content, for clients that know only text. */
  private static boolean isTextOf(JsonNode block, JsonNode structured) {
    try {
      return !structured.isMissingNode()
          && block.path("type").stringValue("").equals("text")
          && Json.parse(block.path("text").stringValue("")).equals(structured);
    } catch (JsonException e) {
      return false;
    }
  }

  static String indented(JsonNode value) {
    StringBuilder text = new StringBuilder();
    append(value, "\n", text);
    return text.toString();
  }

  private static void append(JsonNode value, String lineEnd, StringBuilder text) {
    if (value.isEmpty()) {
      text.append(Json.text(value)); // a scalar, or an empty container
      return;
    }
    String inner = lineEnd + STEP;
    text.append(value.isArray() ? '[' : '{');
    if (value.isArray()) {
      for (Iterator<JsonNode> each = value.iterator(); each.hasNext(); ) {
        text.append(inner);
        append(each.next(), inner, text);
        text.append(each.hasNext() ? "," : "");
      }
    } else {
      for (Iterator<Map.Entry<String, JsonNode>> each = value.properties().iterator();
          each.hasNext(); ) {
        Map.Entry<String, JsonNode> member = each.next();
        text.append(inner).append(Json.quoted(member.getKey())).append(": ");
        append(member.getValue(), inner, text);
        text.append(each.hasNext() ? "," : "");
      }
    }
    text.append(lineEnd).append(value.isArray() ? ']' : '}');
  }
}
