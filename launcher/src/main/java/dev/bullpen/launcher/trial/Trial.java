package dev.bullpen.launcher.trial;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Given;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.ask.Arguments;
import dev.bullpen.launcher.ask.Asking;
import dev.bullpen.launcher.ask.Kind;
import dev.bullpen.launcher.ask.Question;
import dev.bullpen.launcher.client.Server;
import dev.bullpen.launcher.client.ServerException;
import dev.bullpen.project.metadata.Suggestion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import tools.jackson.databind.JsonNode;

/**
 * Performs the lines of the prompt, one after the other. For one thread.
 *
 * @param asking waits without a limit, and can be cancelled
 * @param questions the commands, by their words
 */
record Trial(
    Server server,
    Asking asking,
    Lists lists,
    Map<Word, Question> questions,
    Screen screen,
    Console console) {
  /** Prints the server's name, the number of its items, and the keys. */
  void greet(JsonNode hello) {
    String counts =
        Arrays.stream(Kind.values())
            .map(kind -> count(lists.of(kind).size(), kind.word()))
            .collect(Collectors.joining(", "));
    console.say(
        "%s %s has %s."
            .formatted(
                hello.at("/serverInfo/name").stringValue("The server"),
                hello.at("/serverInfo/version").stringValue(""),
                counts));
    console.say("TAB completes, Ctrl-C cancels what runs, help shows the commands, Ctrl-D leaves.");
  }

  private static String count(int number, String word) {
    return number == 1 ? "1 " + word.substring(0, word.length() - 1) : number + " " + word;
  }

  /**
   * Performs all lines.
   *
   * @return the exit code, which is a failure if a line failed
   */
  int run() throws IOException, InterruptedException {
    int code = ExitCode.DONE;
    while (true) {
      lists.forget();
      try {
        Optional<List<String>> words = screen.read();
        if (words.isEmpty() || words.get().equals(List.of(Word.QUIT.typed()))) {
          return code;
        }
        if (!words.get().isEmpty() && perform(words.get()) != ExitCode.DONE) {
          code = ExitCode.FAILED;
        }
      } catch (UsageException | ServerException e) {
        console.complain(e.getMessage());
        code = ExitCode.FAILED;
      } catch (CancellationException e) {
        code = ExitCode.FAILED;
      }
      if (server.hasEnded()) {
        console.complain("the server has ended. Start again.");
        return ExitCode.FAILED;
      }
    }
  }

  private int perform(List<String> words)
      throws UsageException, ServerException, InterruptedException {
    String first = words.get(0);
    List<String> rest = words.subList(1, words.size());
    Optional<Word> word = Word.of(first);
    if (word.isEmpty()) {
      requireTool(first);
      return ask(Word.CALL, words);
    }
    return switch (word.get()) {
      case HELP -> help(rest);
      case LOG -> log(rest);
      case QUIT -> throw new UsageException("quit takes no argument.");
      default -> ask(word.get(), rest);
    };
  }

  private void requireTool(String name) throws UsageException {
    if (lists.find(Kind.TOOLS, name).isEmpty()) {
      List<String> known =
          Stream.concat(
                  Word.all().stream().map(Word::typed),
                  lists.of(Kind.TOOLS).stream().map(tool -> tool.path("name").stringValue("")))
              .toList();
      throw new UsageException(
          "there is no command and no tool \"%s\".%s help shows the commands, list tools the tools."
              .formatted(name, Suggestion.question(name, known)));
    }
  }

  private int ask(Word word, List<String> words)
      throws UsageException, ServerException, InterruptedException {
    Question question = Objects.requireNonNull(questions.get(word));
    CommandSpec spec = question.spec();
    spec.remove(spec.findOption(Command.PROJECT)); // the server is chosen already
    try {
      return question.ask(
          asking,
          new CommandLine(spec)
              .setOverwrittenOptionsAllowed(true)
              .setExpandAtFiles(false)
              .parseArgs(words.toArray(String[]::new)),
          console);
    } catch (ParameterException e) {
      throw new UsageException("%s. Usage: %s".formatted(e.getMessage(), word.synopsis()));
    }
  }

  private int log(List<String> words) throws UsageException, ServerException, InterruptedException {
    if (words.size() != 1) {
      throw new UsageException("log takes one word: %s.".formatted(Word.LEVELS));
    }
    String level = new Given("LEVEL", words.get(0)).oneOf(Word.LEVELS);
    Server.Answer answer = asking.ask("logging/setLevel", Json.object().put("level", level));
    if (answer.isError()) {
      console.complain("the server answered " + answer.error());
      return ExitCode.FAILED;
    }
    return ExitCode.DONE;
  }

  private int help(List<String> words) throws UsageException {
    if (!words.isEmpty() && Word.of(words.get(0)).isEmpty()) {
      requireTool(words.get(0));
      lists.find(Kind.TOOLS, words.get(0)).ifPresent(this::describe);
      return ExitCode.DONE;
    }
    List<Word> shown = words.isEmpty() ? Word.all() : Word.of(words.get(0)).stream().toList();
    shown.forEach(word -> console.say("  %-36s %s".formatted(word.synopsis(), word.summary())));
    if (words.isEmpty()) {
      console.say("  %-36s %s".formatted("TOOL [--ARGUMENT VALUE]...", "the same as call"));
      console.say(
          "--json prints an answer as it is; --json-args JSON gives all arguments at once.");
    }
    return ExitCode.DONE;
  }

  private void describe(JsonNode tool) {
    JsonNode schema = tool.path("inputSchema");
    console.say((tool.path("name").stringValue("") + " " + Arguments.describe(schema)).strip());
    List<String> lines = new ArrayList<>(tool.path("description").stringValue("").lines().toList());
    schema
        .path("properties")
        .forEachEntry(
            (name, property) ->
                property
                    .path("description")
                    .stringValueOpt()
                    .ifPresent(text -> lines.add("--%s: %s".formatted(name, text))));
    lines.forEach(line -> console.say("  " + line));
  }
}
