package dev.bullpen.server.catalog;

import dev.bullpen.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The properties of a tool's input that clients repeat in headers over HTTP, {@code x-mcp-header}
 * (specification 2026-07-28, Streamable HTTP, custom headers). Clients drop a tool if one of them
 * is invalid. So a mistake in one costs only the headers of that tool.
 */
public final class HeaderParameters {
  private static final String ANNOTATION = "x-mcp-header";
  private static final String PROPERTIES = "properties";

  /** A name of a header (RFC 9110, section 5.6.2). */
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** Keywords whose values are no schemas. */
  private static final Set<String> DATA = Set.of("const", "default", "enum", "examples");

  private static final Set<String> TYPES = Set.of("integer", "string", "boolean");

  private final Map<List<String>, String> byPath = new LinkedHashMap<>();
  private final Set<String> names = new HashSet<>();
  private Optional<String> objection = Optional.empty();

  private HeaderParameters(JsonNode schema) {
    properties(schema, List.of());
  }

  /**
   * The end of each header's name, by the path of names to its property.
   *
   * @param inputSchema of a tool
   * @return none if one of them cannot be used
   */
  public static Map<List<String>, String> of(JsonNode inputSchema) {
    HeaderParameters found = new HeaderParameters(inputSchema);
    return found.objection.isEmpty() ? found.byPath : Map.of();
  }

  /** What is wrong with them, to follow the name of the schema; empty if all can be used. */
  public static Optional<String> objection(JsonNode inputSchema) {
    return new HeaderParameters(inputSchema).objection;
  }

  /** The schema without them. */
  static JsonNode removed(JsonNode schema) {
    if (schema instanceof ObjectNode object) {
      ObjectNode rest = Json.object();
      object.properties().stream()
          .filter(member -> !isAnnotation(member))
          .forEach(member -> rest.set(member.getKey(), removed(member.getValue())));
      return rest;
    }
    return schema.isArray()
        ? Json.array().addAll(schema.valueStream().map(HeaderParameters::removed).toList())
        : schema;
  }

  /** Whether it is an annotation. A property of that name has an object or a boolean as value. */
  private static boolean isAnnotation(Map.Entry<String, JsonNode> member) {
    return member.getKey().equals(ANNOTATION)
        && !member.getValue().isObject()
        && !member.getValue().isBoolean();
  }

  private void properties(JsonNode schema, List<String> path) {
    for (Map.Entry<String, JsonNode> member : schema.properties()) {
      if (member.getKey().equals(PROPERTIES)) {
        for (Map.Entry<String, JsonNode> property : member.getValue().properties()) {
          List<String> inner = new ArrayList<>(path);
          inner.add(property.getKey());
          property(property.getValue(), inner);
        }
      } else if (!DATA.contains(member.getKey())) {
        elsewhere(member.getValue());
      }
    }
  }

  private void property(JsonNode schema, List<String> path) {
    JsonNode annotation = schema.path(ANNOTATION);
    if (!annotation.isMissingNode()) {
      String name = annotation.stringValue("");
      if (!TOKEN.matcher(name).matches()) {
        object(path, "is no name of a header");
      } else if (!names.add(name.toLowerCase(Locale.ROOT))) {
        object(path, "names the same header as another");
      } else if (!TYPES.contains(schema.path("type").stringValue(""))) {
        object(path, "is on a property that is no integer, string or boolean");
      }
      byPath.put(path, name);
    }
    properties(schema, path);
  }

  private void object(List<String> path, String why) {
    objection =
        objection.or(
            () ->
                Optional.of("\"%s\" of %s %s".formatted(ANNOTATION, String.join(".", path), why)));
  }

  private void elsewhere(JsonNode part) {
    if (part instanceof ObjectNode object && object.path(ANNOTATION).isString()) {
      objection =
          objection.or(
              () ->
                  Optional.of(
                      "\"%s\" stands where it is not reached by properties alone"
                          .formatted(ANNOTATION)));
    }
    part.forEach(this::elsewhere);
  }
}
