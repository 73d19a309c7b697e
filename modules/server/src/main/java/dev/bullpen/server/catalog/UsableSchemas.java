package dev.bullpen.server.catalog;

import dev.bullpen.json.Json;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.schema.Schema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schemas of a tool that clients are told of. Some compile those of all tools when they have
 * the list, and have no tools at all if one of them cannot be used. So one author's slip costs one
 * schema.
 */
public final class UsableSchemas {
  private static final String INPUT = "inputSchema";
  private static final String OUTPUT = "outputSchema";

  private UsableSchemas() {}

  /**
   * The same tools with an {@code inputSchema} that takes any object in the place of one that
   * cannot be used, without header parameters that cannot be used, and without such an {@code
   * outputSchema}. What a page shows follows from the list alone.
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
    boolean areHeadersUsable = HeaderParameters.objection(tool.path(INPUT)).isEmpty();
    if (isInputUsable && areHeadersUsable && isOutputTold) {
      return tool;
    }
    ObjectNode told = Json.object();
    tool.properties().forEach(member -> told.set(member.getKey(), member.getValue()));
    if (!isInputUsable) {
      told.set(INPUT, Json.object().put("type", "object"));
    } else if (!areHeadersUsable) {
      told.set(INPUT, HeaderParameters.removed(tool.path(INPUT)));
    }
    if (!isOutputTold) {
      told.remove(OUTPUT);
    }
    return told;
  }

  /**
   * The {@code $id} of all output schemas that a list of tools publishes. Some clients compile the
   * schemas of all tools together and refuse the list, or check results against the wrong schema,
   * if two have the same. So the first tool of the list keeps it. To be asked for the tools in
   * their order; not safe for threads.
   */
  public static final class OutputIds {
    private final Map<String, String> owners = new HashMap<>();

    /**
     * Whether clients are told of the {@code outputSchema} of a tool, which may have none.
     *
     * @param definition of the next tool of the list
     */
    public boolean publish(ObjectNode definition) {
      return !definition.has(OUTPUT) || isFit(definition) && take(definition).isEmpty();
    }

    /** The same for a tool of which nothing else is wanted. */
    public void pass(ObjectNode definition) {
      if (!Schema.ids(definition.path(OUTPUT)).isEmpty()) {
        publish(definition);
      }
    }

    /**
     * A sentence for each tool whose {@code outputSchema} is not published for that reason alone.
     */
    public static List<String> problems(Collection<Tool> tools) {
      OutputIds ids = new OutputIds();
      List<String> problems = new ArrayList<>();
      for (Tool tool : tools) {
        if (tool.definition().has(OUTPUT) && isFit(tool.definition())) {
          ids.take(tool.definition())
              .map(
                  id ->
                      "its \"$id\" %s is also in that of the tool %s"
                          .formatted(id, ids.owners.get(id)))
              .map(why -> ToolSchema.OUTPUT.unpublished(tool, why))
              .ifPresent(problems::add);
        }
      }
      return problems;
    }

    private static boolean isFit(ObjectNode definition) {
      JsonNode schema = definition.path(OUTPUT);
      return Schema.isUsable(schema) && Schema.clientObjection(schema).isEmpty();
    }

    /** Takes all for a tool; or none, if there is one that another has, which is returned. */
    private Optional<String> take(ObjectNode definition) {
      List<String> ids = Schema.ids(definition.path(OUTPUT));
      Optional<String> taken = ids.stream().filter(owners::containsKey).findFirst();
      if (taken.isEmpty()) {
        String name = definition.path("name").stringValue("");
        ids.forEach(id -> owners.put(id, name));
      }
      return taken;
    }
  }
}
