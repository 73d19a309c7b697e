package dev.bullpen.launcher.ask;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Given;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.client.ServerException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code launcher list}: prints the lists that clients get. */
public record ListCommand(Home home, Map<String, String> environment) implements Question {
  private static final String KIND = "KIND";

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("list");
    spec.addPositional(
        Command.word(KIND, Kind.words() + " (default: all)")
            .required(false)
            .arity("0..1")
            .completionCandidates(Kind.words().words())
            .build());
    Asking.addCommonOptions(spec);
    spec.usageMessage()
        .header("Show the tools, prompts, resources and templates of the project.", "")
        .footer("", "Examples:", "  launcher list", "  launcher list tools --json")
        .exitCodeList(
            Command.exitCodes(
                "the lists were printed", "the server did not start, or answered with an error"));
    return spec;
  }

  @Override
  public void check(ParseResult words) throws UsageException {
    kinds(words);
  }

  @Override
  public int ask(Asking asking, ParseResult words, Console console)
      throws ServerException, InterruptedException, UsageException {
    List<Kind> kinds = kinds(words);
    if (words.matchedOptionValue(Asking.JSON, false)) {
      printJson(asking, kinds, console);
      return ExitCode.DONE;
    }
    for (Kind kind : kinds) {
      print(kind, asking.list(kind), console);
    }
    return ExitCode.DONE;
  }

  private static List<Kind> kinds(ParseResult words) throws UsageException {
    String word = words.matchedPositionalValue(0, "");
    return word.isEmpty()
        ? List.of(Kind.values())
        : List.of(new Given(KIND, word).oneOf(Kind.words(), Kind.class));
  }

  private static void printJson(Asking asking, List<Kind> kinds, Console console)
      throws ServerException, InterruptedException {
    ObjectNode lists = Json.object();
    for (Kind kind : kinds) {
      lists.putArray(kind.member()).addAll(asking.list(kind));
    }
    console.out().println(Json.text(lists));
  }

  private static void print(Kind kind, List<JsonNode> items, Console console) {
    console.say("%s: %s".formatted(kind.word(), items.isEmpty() ? "none" : items.size()));
    for (JsonNode item : items) {
      console.say("  " + line(kind, item));
      description(item).ifPresent(text -> console.say("      " + text));
    }
  }

  private static String line(Kind kind, JsonNode item) {
    String name = item.path("name").stringValue("");
    return switch (kind) {
      case TOOLS -> (name + " " + Arguments.describe(item.path("inputSchema"))).strip();
      case PROMPTS -> (name + " " + promptArguments(item.path("arguments"))).strip();
      case RESOURCES -> item.path("uri").stringValue("") + "  " + name;
      case TEMPLATES -> item.path("uriTemplate").stringValue("") + "  " + name;
    };
  }

  private static String promptArguments(JsonNode arguments) {
    return arguments
        .valueStream()
        .map(
            argument -> {
              String option = "--" + argument.path("name").stringValue("") + " TEXT";
              return argument.path("required").booleanValue(false) ? option : "[" + option + "]";
            })
        .collect(Collectors.joining(" "));
  }

  /** The first line of it. */
  private static Optional<String> description(JsonNode item) {
    return item.path("description").stringValueOpt().flatMap(text -> text.lines().findFirst());
  }
}
