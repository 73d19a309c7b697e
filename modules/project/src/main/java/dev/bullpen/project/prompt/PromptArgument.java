package dev.bullpen.project.prompt;

import dev.bullpen.json.Json;
import dev.bullpen.project.completion.CompletionSource;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.Member;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.WrittenDefinition;
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
 * One declared argument of a prompt. The member {@code arguments} has two forms: a JSON Schema
 * object (members of {@code properties}, names in {@code required}) or an array of {@code {name,
 * description, required}}. Both may have {@code enum} or {@code examples}.
 *
 * @param name never blank
 * @param required whether the prompt needs it
 * @param values the values in the declaration: its {@code enum}, otherwise its {@code examples}
 */
public record PromptArgument(
    String name, Optional<String> description, boolean required, CompletionSource.Values values) {
  private static final String ARGUMENTS = "arguments";
  private static final String REQUIRED = "required";

  /** The declared arguments in order; empty if the metadata has no member {@code arguments}. */
  public static Optional<List<PromptArgument>> read(ObjectNode metadata) {
    return Members.value(metadata, ARGUMENTS)
        .flatMap(PromptArgument::declared)
        .map(
            all ->
                all.stream().filter(one -> !one.name().isBlank()).map(Declared::argument).toList());
  }

  /**
   * The arguments as clients see them, {@code [{name, title?, description?, required?}]}; empty if
   * the metadata has no member {@code arguments}. With a schema, {@code required} is always
   * present.
   */
  static Optional<ArrayNode> listed(ObjectNode metadata, Warnings problems) {
    Optional<List<Declared>> all =
        new Members(metadata, problems)
            .get(
                new Member<>(
                    ARGUMENTS,
                    PromptArgument::declared,
                    "neither an array nor a schema",
                    "Make it one of them"));
    if (all.isEmpty()) {
      return Optional.empty();
    }
    ArrayNode listed = Json.array();
    for (Declared one : all.get()) {
      if (one.name().isBlank()) {
        problems.add("an argument is ignored: it has no name. Give it one.");
      } else {
        listed.add(
            new WrittenDefinition(one.object(), problems)
                .with("name", one.name())
                .text("title")
                .text("description")
                .with(REQUIRED, one.required())
                .built());
      }
    }
    return Optional.of(listed);
  }

  private record Declared(String name, ObjectNode object, Optional<JsonNode> required) {
    PromptArgument argument() {
      return new PromptArgument(
          name,
          Members.silentText(object, "description"),
          required.filter(JsonNode::booleanValue).isPresent(),
          values(object));
    }
  }

  private static Optional<List<Declared>> declared(JsonNode value) {
    List<Declared> all = new ArrayList<>();
    if (value instanceof ArrayNode array) {
      for (JsonNode element : array) {
        ObjectNode object = element instanceof ObjectNode declaration ? declaration : Json.object();
        all.add(
            new Declared(
                Members.silentText(object, "name").orElse(""),
                object,
                Members.value(object, REQUIRED).filter(JsonNode::isBoolean)));
      }
      return Optional.of(all);
    }
    if (!(value instanceof ObjectNode schema)) {
      return Optional.empty();
    }
    Set<String> required = new HashSet<>();
    for (JsonNode name : Members.silentArray(schema, REQUIRED).orElseGet(Json::array)) {
      required.add(name.stringValue(""));
    }
    // Anything else counts as an empty declaration.
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      String name = property.getKey();
      if (!name.isBlank()) {
        all.add(
            new Declared(
                name,
                property.getValue() instanceof ObjectNode declaration ? declaration : Json.object(),
                Optional.of(Json.object().booleanNode(required.contains(name)))));
      }
    }
    return Optional.of(all);
  }

  public static CompletionSource.Values values(ObjectNode declaration) {
    List<String> texts = new ArrayList<>();
    for (JsonNode value :
        Members.silentArray(declaration, "enum")
            .or(() -> Members.silentArray(declaration, "examples"))
            .orElseGet(Json::array)) {
      if (value.isString()) {
        texts.add(value.stringValue());
      } else if (value.isNumber() || value.isBoolean()) {
        texts.add(Json.text(value));
      }
    }
    return CompletionSource.Values.of(texts.stream().distinct().toList());
  }
}
