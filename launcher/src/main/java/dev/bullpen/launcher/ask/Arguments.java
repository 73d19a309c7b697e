package dev.bullpen.launcher.ask;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.metadata.Suggestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The arguments of a tool or prompt as a user types them: {@code --city Lisbon --days 3}. The
 * schema of each gives the type of its value.
 */
public final class Arguments {
  static final String ALL = "--json-args";

  private final String owner;
  private final ObjectNode properties;
  private final ObjectNode values = Json.object();

  private Arguments(String owner, ObjectNode properties) {
    this.owner = owner;
    this.properties = properties;
  }

  /** Reads them from {@link #ALL}, or from the words that are no option of the command. */
  static ObjectNode read(String owner, ObjectNode properties, ParseResult words)
      throws UsageException {
    return read(
        owner,
        properties,
        Optional.ofNullable(words.matchedOptionValue(ALL, (String) null)),
        words.unmatched());
  }

  /**
   * Reads them.
   *
   * @param owner such as "the tool greet", for messages
   * @param properties the schema of each argument, by its name
   * @param json the value of {@link #ALL}
   * @param words those that are no option of the command
   */
  static ObjectNode read(
      String owner, ObjectNode properties, Optional<String> json, List<String> words)
      throws UsageException {
    if (json.isPresent()) {
      if (!words.isEmpty()) {
        throw new UsageException(
            "%s gives all arguments, so %s is one too many. Leave one of them out."
                .formatted(ALL, words.get(0)));
      }
      return whole(ALL, json.get());
    }
    Arguments arguments = new Arguments(owner, properties);
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (!word.startsWith("--")) {
        throw new UsageException(
            "unexpected argument \"%s\". Give arguments of %s as --NAME VALUE."
                .formatted(word, owner));
      }
      int equals = word.indexOf('=');
      String name = equals < 0 ? word.substring(2) : word.substring(2, equals);
      JsonNode schema = arguments.schema(name);
      if (equals >= 0) {
        arguments.put(name, schema, word.substring(equals + 1));
      } else if (i + 1 < words.size() && !words.get(i + 1).startsWith("--")) {
        arguments.put(name, schema, words.get(++i));
      } else if (type(schema).equals("boolean")) {
        arguments.values.put(name, true);
      } else {
        throw new UsageException("--%s needs a value: --%s VALUE".formatted(name, name));
      }
    }
    return arguments.values;
  }

  private JsonNode schema(String name) throws UsageException {
    JsonNode schema = properties.path(name);
    if (schema.isMissingNode()) {
      List<String> names = properties.propertyStream().map(entry -> entry.getKey()).toList();
      throw new UsageException(
          "%s has no argument \"%s\".%s %s"
              .formatted(
                  owner,
                  name,
                  Suggestion.question(name, names),
                  names.isEmpty()
                      ? "It declares none; %s gives others.".formatted(ALL)
                      : "It has: --%s.".formatted(String.join(", --", names))));
    }
    return schema;
  }

  private void put(String name, JsonNode schema, String text) throws UsageException {
    if (type(schema).equals("array") && !text.startsWith("[")) {
      ArrayNode array =
          values.path(name) instanceof ArrayNode before ? before : values.putArray(name);
      array.add(value(name, schema.path("items"), text));
    } else {
      values.set(name, value(name, schema, text));
    }
  }

  private static String type(JsonNode schema) {
    JsonNode type = schema.path("type");
    return type.isArray() ? type.path(0).stringValue("") : type.stringValue("");
  }

  private JsonNode value(String name, JsonNode schema, String text) throws UsageException {
    String type = type(schema);
    return switch (type) {
      case "string" -> values.stringNode(text);
      case "integer", "number" ->
          parsed(text)
              .filter(JsonNode::isNumber)
              .orElseThrow(() -> wrong(name, text, "a number", "3"));
      case "boolean" ->
          parsed(text)
              .filter(JsonNode::isBoolean)
              .orElseThrow(() -> wrong(name, text, "true or false", "true"));
      case "array", "object" ->
          parsed(text)
              .filter(JsonNode::isContainer)
              .orElseThrow(() -> wrong(name, text, "JSON", "'{\"a\": 1}'"));
      default -> parsed(text).orElseGet(() -> values.stringNode(text)); // it may be anything
    };
  }

  private static UsageException wrong(String name, String text, String wanted, String example) {
    return new UsageException(
        "--%s is \"%s\", but must be %s. For example --%s %s."
            .formatted(name, text, wanted, name, example));
  }

  private static Optional<JsonNode> parsed(String text) {
    try {
      return Optional.of(Json.parse(text));
    } catch (JsonException e) {
      return Optional.empty();
    }
  }

  /**
   * Reads all of them from the value of an option.
   *
   * @param given a JSON object, or {@code @} and the file that has it
   */
  static ObjectNode whole(String option, String given) throws UsageException {
    try {
      String text = given.startsWith("@") ? Files.readString(Path.of(given.substring(1))) : given;
      if (Json.parse(text) instanceof ObjectNode object) {
        return object;
      }
      throw new UsageException(
          "%s is no JSON object. For example %s '{\"city\": \"Lisbon\"}'."
              .formatted(option, option));
    } catch (JsonException e) {
      throw new UsageException("%s: %s. Correct it.".formatted(option, e.getMessage()));
    } catch (IOException e) {
      throw new UsageException(
          "%s: %s cannot be read: %s".formatted(option, given.substring(1), Cause.of(e)));
    }
  }

  /** The arguments in one line, for a list; optional ones in brackets. */
  public static String describe(JsonNode inputSchema) {
    List<String> required =
        inputSchema.path("required").valueStream().map(name -> name.stringValue("")).toList();
    return inputSchema
        .path("properties")
        .propertyStream()
        .map(
            property -> {
              String type = type(property.getValue());
              String option =
                  type.isEmpty() || type.equals("boolean")
                      ? "--" + property.getKey()
                      : "--" + property.getKey() + " " + type.toUpperCase(Locale.ROOT);
              return required.contains(property.getKey()) ? option : "[" + option + "]";
            })
        .collect(Collectors.joining(" "));
  }
}
