package dev.bullpen.launcher.trial;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ask.Shown;
import tools.jackson.databind.JsonNode;

/** Prints the result of a tool for a person. */
final class Result {
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
      Json.indented(structured).lines().forEach(console::say);
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
}
