package dev.bullpen.launcher.trial;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.ask.Kind;
import dev.bullpen.launcher.client.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Suggests completions for the typed word. The server lists the items, and completes values of
 * prompts and templates. The schemas of tools have the values of their arguments.
 */
record Suggestions(Lists lists, Completing server) {
  /**
   * A suggested word.
   *
   * @param description one line; may be empty
   * @param isWhole whether a blank may follow
   */
  record Suggestion(String value, String description, boolean isWhole) {
    static Suggestion of(String value) {
      return new Suggestion(value, "", true);
    }
  }

  /** Asks the server for one completion. */
  interface Completing {
    /** The values; none if there is no answer in time. */
    List<String> values(Completion completion);
  }

  /**
   * The suggestions for a line.
   *
   * @param words of the line, up to the one that is typed
   * @param typed the part of the last word before the cursor
   */
  List<Suggestion> of(List<String> words, String typed) {
    List<String> before = words.subList(0, words.size() - 1);
    if (before.isEmpty()) {
      return Stream.concat(
              Word.all().stream().map(word -> new Suggestion(word.typed(), word.summary(), true)),
              named(Kind.TOOLS).stream())
          .toList();
    }
    Optional<Word> word = Word.of(before.get(0));
    if (word.isEmpty()) {
      return ofTool(before.get(0), before.subList(1, before.size()), typed);
    }
    if (before.size() == 1) {
      return first(word.get(), typed);
    }
    List<String> rest = before.subList(2, before.size());
    return switch (word.get()) {
      case CALL -> ofTool(before.get(1), rest, typed);
      case PROMPT -> ofPrompt(before.get(1), rest, typed);
      case COMPLETE -> ofCompletion(before, typed);
      default -> List.of();
    };
  }

  /** Suggestions for the word after the command. */
  private List<Suggestion> first(Word word, String typed) {
    return switch (word) {
      case CALL, HELP -> named(Kind.TOOLS);
      case PROMPT, COMPLETE -> named(Kind.PROMPTS);
      case READ -> uris(typed);
      case LIST -> Stream.of(Kind.values()).map(kind -> Suggestion.of(kind.word())).toList();
      case LOG -> Word.LEVELS.words().stream().map(Suggestion::of).toList();
      case QUIT -> List.of();
    };
  }

  private List<Suggestion> named(Kind kind) {
    return lists.of(kind).stream()
        .map(item -> new Suggestion(item.path("name").stringValue(""), description(item), true))
        .toList();
  }

  private static String description(JsonNode item) {
    return item.path("description")
        .stringValueOpt()
        .or(() -> item.path("title").stringValueOpt())
        .flatMap(text -> text.lines().findFirst())
        .orElse("");
  }

  private List<Suggestion> uris(String typed) {
    List<Suggestion> uris = new ArrayList<>();
    for (JsonNode resource : lists.of(Kind.RESOURCES)) {
      uris.add(new Suggestion(resource.path("uri").stringValue(""), description(resource), true));
    }
    for (JsonNode template : lists.of(Kind.TEMPLATES)) {
      String form = template.path("uriTemplate").stringValue("");
      Optional<TemplateMatch> match = TemplateMatch.of(form, typed);
      if (match.isPresent()) {
        uris.addAll(values(form, match.get()));
      } else {
        String head = form.substring(0, Math.max(0, form.indexOf('{')));
        uris.add(new Suggestion(head, description(template), false));
      }
    }
    return uris;
  }

  private List<Suggestion> values(String template, TemplateMatch match) {
    Completion completion = Completion.ofResource(template, match.variable(), match.value());
    for (Map.Entry<String, String> other : match.others().entrySet()) {
      completion = completion.knowing(other.getKey(), other.getValue());
    }
    return server.values(completion).stream()
        .map(value -> new Suggestion(match.with(value), "", match.tail().isEmpty()))
        .toList();
  }

  private List<Suggestion> ofTool(String name, List<String> given, String typed) {
    Optional<JsonNode> tool = lists.find(Kind.TOOLS, name);
    if (tool.isEmpty()) {
      return List.of();
    }
    JsonNode properties = tool.get().at("/inputSchema/properties");
    List<Argument> arguments =
        properties
            .propertyStream()
            .map(property -> Argument.of(property.getKey(), property.getValue()))
            .toList();
    return ofArguments(
        arguments,
        given,
        typed,
        (argument, value) ->
            values(properties.path(argument)).stream().map(Suggestion::of).toList());
  }

  /** The values that a schema names. */
  private static List<String> values(JsonNode schema) {
    JsonNode one =
        schema.path("type").stringValue("").equals("array") ? schema.path("items") : schema;
    Stream<JsonNode> named =
        Stream.of(
                one.path("enum").valueStream(),
                one.path("oneOf").valueStream().map(choice -> choice.path("const")),
                Stream.of(one.path("const"), one.path("default")),
                one.path("examples").valueStream())
            .flatMap(values -> values);
    Stream<String> words = named.filter(JsonNode::isValueNode).map(Suggestions::plain);
    return (one.path("type").stringValue("").equals("boolean")
            ? Stream.concat(Stream.of("true", "false"), words)
            : words)
        .distinct()
        .toList();
  }

  private static String plain(JsonNode value) {
    return value.isString() ? value.stringValue() : Json.text(value);
  }

  private List<Suggestion> ofPrompt(String name, List<String> given, String typed) {
    Optional<JsonNode> prompt = lists.find(Kind.PROMPTS, name);
    if (prompt.isEmpty()) {
      return List.of();
    }
    List<Argument> arguments =
        prompt
            .get()
            .path("arguments")
            .valueStream()
            .map(one -> new Argument(one.path("name").stringValue(""), description(one), false))
            .toList();
    return ofArguments(
        arguments,
        given,
        typed,
        (argument, value) -> {
          Completion completion = Completion.ofPrompt(name, argument, value);
          for (Map.Entry<String, String> other : Argument.values(given).entrySet()) {
            if (!other.getKey().equals(argument)) {
              completion = completion.knowing(other.getKey(), other.getValue());
            }
          }
          return server.values(completion).stream().map(Suggestion::of).toList();
        });
  }

  private interface Values {
    List<Suggestion> of(String argument, String typed);
  }

  private static List<Suggestion> ofArguments(
      List<Argument> arguments, List<String> given, String typed, Values values) {
    int equals = typed.indexOf('=');
    if (typed.startsWith("--") && equals > 0) {
      String head = typed.substring(0, equals + 1);
      return values.of(head.substring(2, equals), typed.substring(equals + 1)).stream()
          .map(value -> new Suggestion(head + value.value(), value.description(), true))
          .toList();
    }
    Optional<String> open = Argument.open(given);
    if (open.isPresent() && !typed.startsWith("--")) {
      return values.of(open.get(), typed);
    }
    return arguments.stream()
        .filter(
            argument ->
                argument.isRepeated() || !Argument.values(given).containsKey(argument.name()))
        .map(argument -> new Suggestion("--" + argument.name(), argument.description(), true))
        .toList();
  }

  /** {@code complete NAME --argument A}. */
  private List<Suggestion> ofCompletion(List<String> before, String typed) {
    if (Argument.open(before).filter("argument"::equals).isPresent()) {
      return lists.find(Kind.PROMPTS, before.get(1)).stream()
          .flatMap(prompt -> prompt.path("arguments").valueStream())
          .map(one -> new Suggestion(one.path("name").stringValue(""), description(one), true))
          .toList();
    }
    return Stream.of("--argument", "--value", "--context", "--resource", "--json")
        .map(Suggestion::of)
        .toList();
  }

  /** An argument of a tool or prompt. */
  private record Argument(String name, String description, boolean isRepeated) {
    static Argument of(String name, JsonNode schema) {
      return new Argument(
          name,
          Suggestions.description(schema),
          schema.path("type").stringValue("").equals("array"));
    }

    /** The argument whose value comes next. */
    static Optional<String> open(List<String> given) {
      String last = given.isEmpty() ? "" : given.get(given.size() - 1);
      return last.startsWith("--") && !last.contains("=")
          ? Optional.of(last.substring(2))
          : Optional.empty();
    }

    static Map<String, String> values(List<String> given) {
      Map<String, String> values = new LinkedHashMap<>();
      for (int i = 0; i < given.size(); i++) {
        String word = given.get(i);
        if (!word.startsWith("--")) {
          continue;
        }
        int equals = word.indexOf('=');
        if (equals > 0) {
          values.put(word.substring(2, equals), word.substring(equals + 1));
        } else {
          boolean hasValue = i + 1 < given.size() && !given.get(i + 1).startsWith("--");
          values.put(word.substring(2), hasValue ? given.get(i + 1) : "");
        }
      }
      return values;
    }
  }
}
