package dev.bullpen.launcher.trial;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.Secrets;
import dev.bullpen.posix.log.Shown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One value of a form (specification 2025-11-25, "Elicitation", requested schema).
 *
 * @param choices the allowed values with their titles; empty if any value is allowed
 */
record Field(String name, JsonNode schema, boolean isRequired, Map<String, String> choices) {
  private static final Map<String, Boolean> WORDS =
      Map.of("y", true, "yes", true, "true", true, "n", false, "no", false, "false", false);

  /** The typed text is not a value of the field. The message says what is. */
  static final class UnfitException extends Exception {
    UnfitException(String message) {
      super(message);
    }
  }

  static List<Field> of(JsonNode form) {
    List<String> required =
        form.path("required").valueStream().map(name -> name.stringValue("")).toList();
    return form.path("properties")
        .propertyStream()
        .map(
            property ->
                new Field(
                    property.getKey(),
                    property.getValue(),
                    required.contains(property.getKey()),
                    choices(property.getValue())))
        .toList();
  }

  private static Map<String, String> choices(JsonNode schema) {
    JsonNode one =
        schema.path("type").stringValue("").equals("array") ? schema.path("items") : schema;
    Map<String, String> choices = new LinkedHashMap<>();
    for (String member : List.of("oneOf", "anyOf")) {
      one.path(member)
          .forEach(
              choice ->
                  choices.put(
                      choice.path("const").asString(), choice.path("title").stringValue("")));
    }
    for (int i = 0; i < one.path("enum").size(); i++) {
      choices.put(
          one.path("enum").path(i).asString(), one.path("enumNames").path(i).stringValue(""));
    }
    return choices;
  }

  private String type() {
    return schema.path("type").stringValue("string");
  }

  boolean isSecret() {
    return Secrets.isName(name) || schema.path("format").stringValue("").equals("password");
  }

  /** The lines to show before the prompt: the description and the choices. */
  List<String> introduction() {
    List<String> lines = new ArrayList<>();
    schema.path("description").stringValueOpt().ifPresent(lines::add);
    choices.forEach(
        (value, title) -> lines.add("  %s  %s".formatted(value, title).stripTrailing()));
    return lines;
  }

  /** The prompt: the title, with the value of an empty line in brackets. */
  String prompt() {
    String title = schema.path("title").stringValue(name);
    String kind =
        switch (type()) {
          case "boolean" -> " (y/n)";
          case "array" -> " (with commas between them)";
          default -> "";
        };
    JsonNode preset = schema.path("default");
    String otherwise =
        preset.isMissingNode()
            ? isRequired ? "" : " [none]"
            : " [%s]".formatted(preset.isString() ? preset.stringValue() : Json.text(preset));
    return Shown.of("  " + title + kind + otherwise) + ": ";
  }

  /** The values that TAB offers. */
  List<String> values() {
    return type().equals("boolean") ? List.of("yes", "no") : List.copyOf(choices.keySet());
  }

  /**
   * Puts the typed text into the answer.
   *
   * @throws UnfitException if the schema does not allow it
   */
  void put(String text, ObjectNode content) throws UnfitException {
    Optional<JsonNode> value =
        text.isEmpty() ? schema.optional("default") : Optional.of(value(text));
    if (value.isPresent()) {
      content.set(name, value.get());
    } else if (isRequired) {
      throw new UnfitException("A value is required. Type one; Ctrl-D declines.");
    }
  }

  private JsonNode value(String text) throws UnfitException {
    return switch (type()) {
      case "boolean" ->
          Optional.ofNullable(WORDS.get(text.toLowerCase(Locale.ROOT)))
              .<JsonNode>map(Json.object()::booleanNode)
              .orElseThrow(() -> new UnfitException("Type yes or no."));
      case "integer", "number" -> number(text);
      case "array" -> {
        ArrayNode array = Json.array();
        for (String one : text.split(",")) {
          array.add(choice(one.strip()));
        }
        yield array;
      }
      default -> Json.object().stringNode(choice(text));
    };
  }

  private String choice(String text) throws UnfitException {
    if (choices.isEmpty() || choices.containsKey(text)) {
      return text;
    }
    return choices.entrySet().stream()
        .filter(choice -> choice.getValue().equalsIgnoreCase(text))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(
            () -> new UnfitException("Type one of " + String.join(", ", choices.keySet()) + "."));
  }

  private JsonNode number(String text) throws UnfitException {
    boolean isWhole = type().equals("integer");
    JsonNode value;
    try {
      value = Json.parse(text);
    } catch (JsonException e) {
      throw new UnfitException(isWhole ? "Type a whole number." : "Type a number.");
    }
    if (!value.isNumber() || isWhole && !value.isIntegralNumber()) {
      throw new UnfitException(isWhole ? "Type a whole number." : "Type a number.");
    }
    double number = value.doubleValue();
    if (number < schema.path("minimum").doubleValue(number)) {
      throw new UnfitException("It is at least %s.".formatted(Json.text(schema.path("minimum"))));
    }
    if (number > schema.path("maximum").doubleValue(number)) {
      throw new UnfitException("It is at most %s.".formatted(Json.text(schema.path("maximum"))));
    }
    return value;
  }
}
