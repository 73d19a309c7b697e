package dev.bullpen.server.catalog;

import dev.bullpen.json.Json;
import dev.bullpen.schema.Schema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schemas of a tool that clients are told of. Some compile those of all tools when they have
 * the list, and have no tools at all if one of them cannot be used. So one author's slip costs one
 * schema.
 */
final class UsableSchemas {
  private static final String INPUT = "inputSchema";
  private static final String OUTPUT = "outputSchema";

  private UsableSchemas() {}

  /**
   * The same tool with an {@code inputSchema} that takes any object in the place of one that cannot
   * be used, and without such an {@code outputSchema}.
   *
   * @param tool not changed
   */
  static ObjectNode of(ObjectNode tool) {
    boolean isInputUsable = Schema.isUsable(tool.path(INPUT));
    boolean isOutputTold = !tool.has(OUTPUT) || isTold(tool.path(OUTPUT));
    if (isInputUsable && isOutputTold) {
      return tool;
    }
    ObjectNode told = Json.object();
    tool.properties().forEach(member -> told.set(member.getKey(), member.getValue()));
    if (!isInputUsable) {
      told.set(INPUT, Json.object().put("type", "object"));
    }
    if (!isOutputTold) {
      told.remove(OUTPUT);
    }
    return told;
  }

  private static boolean isTold(JsonNode output) {
    return Schema.isUsable(output) && Schema.clientObjection(output).isEmpty();
  }
}
