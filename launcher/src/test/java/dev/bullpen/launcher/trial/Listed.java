package dev.bullpen.launcher.trial;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.ask.Kind;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What a server under test lists. */
final class Listed {
  private static final String ALL =
      """
      {"TOOLS": [
         {"name": "weather", "description": "Tells the weather\\nof a city", "inputSchema": {
            "properties": {
              "city": {"type": "string", "description": "Where"},
              "unit": {"enum": ["celsius", "kelvin"]},
              "deep": {"type": "boolean"},
              "tags": {"type": "array", "items": {"enum": ["a", "b"]}},
              "pin": {"type": "string", "format": "password"}}}},
         {"name": "list", "inputSchema": {"type": "object"}}],
       "PROMPTS": [{"name": "plan", "arguments": [{"name": "country"}, {"name": "city"}]}],
       "RESOURCES": [{"uri": "clock://now", "name": "clock"}],
       "TEMPLATES": [{"uriTemplate": "book://{shelf}/{+page}", "name": "book"}]}
      """;

  private Listed() {}

  static Lists lists() {
    return new Lists(Listed::of);
  }

  private static List<JsonNode> of(Kind kind) {
    try {
      return Json.parse(ALL).path(kind.name()).valueStream().toList();
    } catch (JsonException e) {
      throw new AssertionError(e);
    }
  }
}
