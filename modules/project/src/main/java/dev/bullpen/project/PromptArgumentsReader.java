package dev.bullpen.project;

import dev.bullpen.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the member {@code arguments} of a prompt in both its forms: a JSON Schema object (members
 * of {@code properties}, names in {@code required}) or an array of {@code {name, description,
 * required}}. Both may carry {@code enum} or {@code examples}.
 */
final class PromptArgumentsReader {
  private PromptArgumentsReader() {}

  /** The declared arguments in their order; empty when the metadata does not speak of arguments. */
  static Optional<List<PromptArgument>> read(ObjectNode metadata) {
    return Members.value(metadata, "arguments")
        .flatMap(
            value -> {
              if (value instanceof ArrayNode array) {
                return Optional.of(fromArray(array));
              }
              if (value instanceof ObjectNode schema) {
                return Optional.of(fromSchema(schema));
              }
              return Optional.empty();
            });
  }

  private static List<PromptArgument> fromSchema(ObjectNode schema) {
    Set<String> required = new HashSet<>();
    for (JsonNode name : Members.array(schema, "required").orElseGet(Json::array)) {
      required.add(name.stringValue(""));
    }
    List<PromptArgument> arguments = new ArrayList<>();
    if (schema.get("properties") instanceof ObjectNode properties) {
      for (Map.Entry<String, JsonNode> property : properties.properties()) {
        String name = property.getKey();
        if (!name.isBlank()) {
          arguments.add(
              property.getValue() instanceof ObjectNode declaration
                  ? argument(name, required.contains(name), declaration)
                  : argument(name, required.contains(name), Json.object()));
        }
      }
    }
    return List.copyOf(arguments);
  }

  private static List<PromptArgument> fromArray(ArrayNode array) {
    List<PromptArgument> arguments = new ArrayList<>();
    for (JsonNode element : array) {
      if (element instanceof ObjectNode declaration) {
        Members.text(declaration, "name")
            .ifPresent(
                name ->
                    arguments.add(
                        argument(
                            name, declaration.path("required").booleanValue(false), declaration)));
      }
    }
    return List.copyOf(arguments);
  }

  private static PromptArgument argument(String name, boolean required, ObjectNode declaration) {
    return new PromptArgument(
        name, Members.text(declaration, "description"), required, values(declaration));
  }

  private static List<String> values(ObjectNode declaration) {
    return Members.array(declaration, "enum")
        .or(() -> Members.array(declaration, "examples"))
        .map(PromptArgumentsReader::texts)
        .orElse(List.of());
  }

  private static List<String> texts(ArrayNode values) {
    List<String> texts = new ArrayList<>();
    for (JsonNode value : values) {
      if (value.isString()) {
        texts.add(value.stringValue());
      } else if (value.isNumber() || value.isBoolean()) {
        texts.add(Json.text(value));
      }
    }
    return texts.stream().distinct().toList();
  }
}
