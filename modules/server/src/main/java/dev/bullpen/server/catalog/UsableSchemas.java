package dev.bullpen.server.catalog;

import dev.bullpen.json.Json;
import dev.bullpen.schema.Schema;
import java.util.ArrayList;
import java.util.List;
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
   * The same tools with an {@code inputSchema} that takes any object in the place of one that
   * cannot be used, and without such an {@code outputSchema}. What a page shows follows from the
   * list alone.
   *
   * @param tools the whole list, or its beginning; not changed
   * @param from the first that is wanted
   * @param to the last that is wanted comes before
   */
  static List<ObjectNode> page(List<ObjectNode> tools, int from, int to) {
    OutputIds ids = new OutputIds();
    tools.subList(0, from).forEach(ids::pass);
    List<ObjectNode> page = new ArrayList<>();
    for (ObjectNode tool : tools.subList(from, to)) {
      page.add(told(tool, ids.publish(tool)));
    }
    return page;
  }

  private static ObjectNode told(ObjectNode tool, boolean isOutputTold) {
    boolean isInputUsable = Schema.isUsable(tool.path(INPUT));
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
}
