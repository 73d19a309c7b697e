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
 * The schemas of a tool that are published. Some clients compile those of all tools when they get
 * the list, and have no tools at all if one cannot be used. So a mistake in one costs only that
 * schema.
 */
public final class UsableSchemas {
  private static final String INPUT = "inputSchema";
  private static final String OUTPUT = "outputSchema";

  private UsableSchemas() {}

  /**
   * A page of the tools. An {@code inputSchema} that cannot be used is replaced by one that takes
   * any object. Header parameters and an {@code outputSchema} that cannot be used are left out. A
   * page depends on the list alone.
   *
   * @param tools the whole list, or its beginning; not changed
   * @param from index of the first tool of the page
   * @param to index behind the last
   */
  static List<ObjectNode> page(List<ObjectNode> tools, int from, int to) {
    OutputIds ids = new OutputIds();
    tools.subList(0, from).forEach(ids::pass);
    List<ObjectNode> page = new ArrayList<>();
    for (ObjectNode tool : tools.subList(from, to)) {
      page.add(published(tool, ids.publish(tool)));
    }
    return page;
  }

  private static ObjectNode published(ObjectNode tool, boolean isOutputPublished) {
    boolean isInputUsable = Schema.isUsable(tool.path(INPUT));
    boolean areHeadersUsable = HeaderParameters.objection(tool.path(INPUT)).isEmpty();
    if (isInputUsable && areHeadersUsable && isOutputPublished) {
      return tool;
    }
    ObjectNode published = Json.object();
    tool.properties().forEach(member -> published.set(member.getKey(), member.getValue()));
    if (!isInputUsable) {
      published.set(INPUT, Json.object().put("type", "object"));
    } else if (!areHeadersUsable) {
      published.set(INPUT, HeaderParameters.removed(tool.path(INPUT)));
    }
    if (!isOutputPublished) {
      published.remove(OUTPUT);
    }
    return published;
  }

  /**
   * The {@code $id} of all output schemas that a list of tools publishes. If two are equal, some
   * clients refuse the whole list, or check results against the wrong schema, because they compile
   * the schemas of all tools together. So only the first tool of the list keeps it. Called for the
   * tools in their order; not safe for threads.
   */
  public static final class OutputIds {
    private final Map<String, String> owners = new HashMap<>();

    /**
     * Whether the {@code outputSchema} of a tool is published. The tool may have none.
     *
     * @param definition of the next tool of the list
     */
    public boolean publish(ObjectNode definition) {
      return !definition.has(OUTPUT) || isFit(definition) && take(definition).isEmpty();
    }

    /** The same for a tool that is not on the page. */
    public void pass(ObjectNode definition) {
      if (!Schema.ids(definition.path(OUTPUT)).isEmpty()) {
        publish(definition);
      }
    }

    /** A sentence for each tool whose {@code outputSchema} is left out only because of its ids. */
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

    /** Take all ids for a tool, or none if another tool has one of them, which is returned. */
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
