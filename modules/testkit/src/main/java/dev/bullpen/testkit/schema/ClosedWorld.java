package dev.bullpen.testkit.schema;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Finds what a revision does not define. The official definitions are open: a member of a later
 * revision is valid by the schema of an earlier one, and only a list of the members that are
 * defined shows that it has leaked.
 */
final class ClosedWorld {
  /** Members that hold whatever their author likes. */
  private static final Set<String> FREE =
      Set.of(
          "_meta",
          "inputSchema",
          "outputSchema",
          "requestedSchema",
          "structuredContent",
          "data",
          "arguments",
          "metadata",
          "requiredCapabilities");

  private final Definitions definitions;

  ClosedWorld(Definitions definitions) {
    this.definitions = definitions;
  }

  /**
   * Where {@code value} has members that the definition does not name, as JSON Pointers.
   *
   * @param besides members that are allowed at the root though they are not defined there
   */
  List<String> undefined(String definition, JsonNode value, Set<String> besides) {
    List<String> found = new ArrayList<>();
    JsonNode schema = resolved(definitions.definition(definition));
    collect(schema, value, "", found);
    if (isOpen(schema)) { // as a base of others; what it is itself has nothing more
      unknown(members(schema).keySet(), value, "", found);
    }
    found.removeIf(at -> besides.contains(at.substring(1)));
    return found;
  }

  private void collect(JsonNode given, JsonNode value, String at, List<String> found) {
    JsonNode schema = resolved(given);
    if (value.isArray()) {
      value.forEach(element -> collect(schema.path("items"), element, at, found));
    } else if (value.isObject() && schema.has("anyOf")) {
      found.addAll(nearest(schema.get("anyOf"), value, at));
    } else if (value.isObject()) {
      Map<String, JsonNode> members = members(schema);
      if (!members.isEmpty() && !isOpen(schema)) {
        unknown(members.keySet(), value, at, found);
      }
      members.forEach(
          (name, member) -> {
            if (!FREE.contains(name)) {
              collect(member, value.path(name), at + "/" + name, found);
            }
          });
    }
  }

  private static void unknown(Set<String> known, JsonNode value, String at, List<String> found) {
    for (String name : value.propertyNames()) {
      if (!known.contains(name)) {
        found.add(at + "/" + name);
      }
    }
  }

  private List<String> nearest(JsonNode alternatives, JsonNode value, String at) {
    List<List<String>> each = new ArrayList<>();
    for (JsonNode alternative : alternatives) {
      List<String> found = new ArrayList<>();
      collect(alternative, value, at, found);
      each.add(found);
    }
    return each.stream().min(Comparator.comparingInt(List::size)).orElse(List.of());
  }

  private Map<String, JsonNode> members(JsonNode schema) {
    Map<String, JsonNode> members = new TreeMap<>();
    schema
        .path("properties")
        .properties()
        .forEach(entry -> members.put(entry.getKey(), entry.getValue()));
    schema.path("allOf").forEach(part -> members.putAll(members(resolved(part))));
    return members;
  }

  private JsonNode resolved(JsonNode schema) {
    JsonNode reference = schema.path("$ref");
    return reference.isString()
        ? resolved(definitions.definition(reference.stringValue().replaceFirst(".*/", "")))
        : schema;
  }

  private static boolean isOpen(JsonNode schema) {
    return schema.has("additionalProperties");
  }
}
