package dev.bullpen.project.prompt;

import dev.bullpen.json.Json;
import dev.bullpen.project.completion.ValueList;
import dev.bullpen.project.metadata.Definition;
import dev.bullpen.project.metadata.Members;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the member {@code arguments} of a prompt in both its forms: a JSON Schema object (members
 * of {@code properties}, names in {@code required}) or an array of {@code {name, description,
 * required}}. Both may carry {@code enum} or {@code examples}.
 */
public final class PromptArgumentsReader {
  private PromptArgumentsReader() {}

  /** The declared arguments in their order; empty when the metadata does not speak of arguments. */
  public static Optional<List<PromptArgument>> read(ObjectNode metadata) {
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

  /**
   * The arguments as clients see them, {@code [{name, title?, description?, required?}]}; empty
   * when the metadata does not speak of arguments. A schema says of each whether it is required.
   */
  static Optional<ArrayNode> listed(ObjectNode metadata, Consumer<String> problems) {
    Optional<JsonNode> value = Members.value(metadata, "arguments");
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (value.get() instanceof ArrayNode array) {
      return Optional.of(listedArray(array, problems));
    }
    if (value.get() instanceof ObjectNode schema) {
      return Optional.of(listedSchema(schema, problems));
    }
    problems.accept(
        "\"arguments\" is ignored: it is neither an array nor a schema. Make it one of them.");
    return Optional.empty();
  }

  private static ArrayNode listedArray(ArrayNode array, Consumer<String> problems) {
    ArrayNode listed = Json.array();
    for (JsonNode element : array) {
      Optional<String> name =
          element instanceof ObjectNode declaration
              ? Members.text(declaration, "name")
              : Optional.empty();
      if (name.isPresent()) {
        ObjectNode declaration = (ObjectNode) element;
        listed.add(
            listed(name.get(), declaration, problems)
                .with(
                    "required", Members.value(declaration, "required").filter(JsonNode::isBoolean))
                .built());
      } else {
        problems.accept("an argument is ignored: it has no name. Give it one.");
      }
    }
    return listed;
  }

  private static ArrayNode listedSchema(ObjectNode schema, Consumer<String> problems) {
    Set<String> required = required(schema);
    ArrayNode listed = Json.array();
    for (Map.Entry<String, ObjectNode> property : properties(schema).entrySet()) {
      listed.add(
          listed(property.getKey(), property.getValue(), problems)
              .with("required", required.contains(property.getKey()))
              .built());
    }
    return listed;
  }

  private static Definition listed(String name, ObjectNode declaration, Consumer<String> problems) {
    return new Definition(declaration, problems)
        .with("name", name)
        .text("title")
        .text("description");
  }

  private static List<PromptArgument> fromSchema(ObjectNode schema) {
    Set<String> required = required(schema);
    List<PromptArgument> arguments = new ArrayList<>();
    properties(schema)
        .forEach(
            (name, declaration) ->
                arguments.add(argument(name, required.contains(name), declaration)));
    return List.copyOf(arguments);
  }

  private static Set<String> required(ObjectNode schema) {
    Set<String> required = new HashSet<>();
    for (JsonNode name : Members.array(schema, "required").orElseGet(Json::array)) {
      required.add(name.stringValue(""));
    }
    return required;
  }

  /** In the order of the schema; what declares nothing is an empty declaration. */
  private static Map<String, ObjectNode> properties(ObjectNode schema) {
    Map<String, ObjectNode> byName = new LinkedHashMap<>();
    if (schema.get("properties") instanceof ObjectNode properties) {
      for (Map.Entry<String, JsonNode> property : properties.properties()) {
        if (!property.getKey().isBlank()) {
          byName.put(
              property.getKey(),
              property.getValue() instanceof ObjectNode declaration ? declaration : Json.object());
        }
      }
    }
    return byName;
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

  /** What a declaration offers: its {@code enum}, else its {@code examples}. */
  public static ValueList values(ObjectNode declaration) {
    return ValueList.of(
        Members.array(declaration, "enum")
            .or(() -> Members.array(declaration, "examples"))
            .map(PromptArgumentsReader::texts)
            .orElse(List.of()));
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
