package dev.bullpen.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Reads a schema that says little: which members there are, their types and simple bounds. Whatever
 * else is found in it, a keyword or a value that would not be valid under it, makes it none of its
 * business: then the library has the word, and what it says is the same for all that is read here.
 */
final class PlainReader {
  static final Set<String> TYPES =
      Set.of("object", "array", "string", "number", "integer", "boolean", "null");

  private static final PlainSchema ANYTHING =
      new PlainSchema(List.of(), Map.of(), Optional.empty());

  private final List<PlainRule> rules = new ArrayList<>();
  private final Map<String, PlainSchema> members = new HashMap<>();
  private Optional<PlainSchema> elements = Optional.empty();

  private PlainReader() {}

  /** The schema if it is plain. Its dialect and nesting are known to be right. */
  static Optional<PlainSchema> read(JsonNode schema) {
    if (schema.isBoolean() && schema.booleanValue()) {
      return Optional.of(ANYTHING);
    }
    return schema.isObject() ? new PlainReader().readObject(schema) : Optional.empty();
  }

  private Optional<PlainSchema> readObject(JsonNode schema) {
    for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
      if (!read(keyword.getKey(), keyword.getValue(), schema)) {
        return Optional.empty();
      }
    }
    return Optional.of(new PlainSchema(List.copyOf(rules), Map.copyOf(members), elements));
  }

  /** Whether the keyword is plain, and taken in. */
  private boolean read(String keyword, JsonNode rule, JsonNode schema) {
    return switch (keyword) {
      case "type" -> readType(rule);
      case "properties" -> readMembers(rule);
      case "items" -> readElements(rule);
      case "required" -> readRequired(rule);
      case "additionalProperties" -> readOnly(rule, schema.path("properties"));
      case "enum" -> readEnum(rule);
      case "minimum" -> rule.isNumber() && rules.add(PlainRule.minimum(rule));
      case "maximum" -> rule.isNumber() && rules.add(PlainRule.maximum(rule));
      case "minLength", "maxLength", "minItems", "maxItems" -> readBound(keyword, rule);
      case "$schema", "title", "description", "$comment", "format" -> rule.isString();
      case "readOnly", "writeOnly", "deprecated" -> rule.isBoolean();
      case "examples" -> rule.isArray();
      case "default" -> true;
      default -> keyword.startsWith("x-");
    };
  }

  private boolean readType(JsonNode rule) {
    Optional<Set<String>> types =
        rule.isString() ? Optional.of(Set.of(rule.stringValue())) : distinctStrings(rule);
    return types.isPresent()
        && !types.get().isEmpty()
        && TYPES.containsAll(types.get())
        && rules.add(PlainRule.type(rule, types.get()));
  }

  private boolean readMembers(JsonNode rule) {
    if (!rule.isObject()) {
      return false;
    }
    for (Map.Entry<String, JsonNode> member : rule.properties()) {
      Optional<PlainSchema> schema = read(member.getValue());
      if (schema.isEmpty()) {
        return false;
      }
      members.put(member.getKey(), schema.get());
    }
    return true;
  }

  private boolean readElements(JsonNode rule) {
    elements = read(rule);
    return elements.isPresent();
  }

  private boolean readRequired(JsonNode rule) {
    Optional<Set<String>> names = distinctStrings(rule);
    return names.isPresent() && rules.add(PlainRule.required(rule, List.copyOf(names.get())));
  }

  private boolean readOnly(JsonNode rule, JsonNode properties) {
    if (rule.isBoolean() && !rule.booleanValue()) {
      rules.add(PlainRule.only(rule, Set.copyOf(properties.propertyNames())));
    }
    return rule.isBoolean();
  }

  private boolean readEnum(JsonNode rule) {
    Optional<Set<String>> strings = distinctStrings(rule);
    return strings.isPresent()
        && !strings.get().isEmpty()
        && rules.add(PlainRule.strings(rule, strings.get()));
  }

  private boolean readBound(String keyword, JsonNode rule) {
    if (!rule.isInt() || rule.intValue() < 0) {
      return false;
    }
    int bound = rule.intValue();
    return rules.add(
        switch (keyword) {
          case "minLength" -> PlainRule.length(keyword, rule, length -> length >= bound);
          case "maxLength" -> PlainRule.length(keyword, rule, length -> length <= bound);
          case "minItems" -> PlainRule.elements(keyword, rule, size -> size >= bound);
          default -> PlainRule.elements(keyword, rule, size -> size <= bound);
        });
  }

  /** In their order; nothing if there is anything but strings, or one of them twice. */
  private static Optional<Set<String>> distinctStrings(JsonNode array) {
    Set<String> strings = new LinkedHashSet<>();
    for (JsonNode element : array) {
      if (!element.isString() || !strings.add(element.stringValue())) {
        return Optional.empty();
      }
    }
    return array.isArray() ? Optional.of(strings) : Optional.empty();
  }
}
